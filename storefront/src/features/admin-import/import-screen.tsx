import { useSession } from '../../entities/session/use-session.ts'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import { formatCount } from '../../lib/format/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LeaveWarning } from '../../ui/overlays/leave-warning.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { FileChoice } from './file-choice.tsx'
import { ImportReport } from './import-report.tsx'
import type { Progress } from './import-run.ts'
import { useImport } from './use-import.ts'
import * as styles from './import.module.css'

/** Imports a supplier's CSV file into the catalogue: choose a file, review the changes, import. */
export function ImportScreen() {
  const { stage, choose, map, check, take, startAgain } = useImport()
  // Once the session has ended in another tab, the import cannot continue.
  const isLoggedIn = useSession() !== null
  return (
    <Page>
      <PageHead title="Import products" lead="From a supplier’s CSV file">
        <ButtonLink to="/admin" look="quiet">
          Back to the catalogue
        </ButtonLink>
      </PageHead>
      {stage.at === 'choosing' && <FileChoice problem={stage.problem} onChoose={(file) => void choose(file)} />}
      {stage.at === 'mapping' && (
        <ColumnMapping {...stage} onCheck={(choices) => void check({ ...stage, choices })} onAgain={startAgain} />
      )}
      {stage.at === 'checking' && <Running label="Checking the file, nothing is changed yet" {...stage.progress} />}
      {stage.at === 'importing' && <Running label="Importing" {...stage.progress} />}
      {(stage.at === 'checked' || stage.at === 'done') && (
        <ImportReport
          {...stage}
          isDone={stage.at === 'done'}
          onImport={() => void take(stage)}
          onColumns={() => map(stage)}
          onAgain={startAgain}
        />
      )}
      <LeaveWarning
        question="Leave while the import runs?"
        explanation="Leaving stops it: rows already imported stay, the others are not imported."
        mustAsk={() => stage.at === 'importing' && isLoggedIn}
      />
    </Page>
  )
}

function Running({ label, done, total }: Progress & { label: string }) {
  useAnnouncement(label)
  return (
    <div className={styles['running']}>
      <p>
        {label}: {formatCount(done)} of {formatCount(total)} rows
      </p>
      <progress className={styles['progress']} value={done} max={total} aria-label={label} />
    </div>
  )
}
