import { useId } from 'react'
import { useSession } from '../../entities/session/use-session.ts'
import { useAnnouncement } from '../../lib/announcement-atoms.ts'
import { formatCount } from '../../lib/format/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LeaveWarning } from '../../ui/overlays/leave-warning.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ImportReport } from './import-report.tsx'
import type { Progress } from './import-run.ts'
import { alternativeTextColumns, pictureColumns, requiredColumns } from './read-csv.ts'
import { templateFile } from './template-file.ts'
import { useImport } from './use-import.ts'
import * as styles from './import.module.css'

/** Imports a supplier's CSV file into the catalogue: choose a file, review the changes, import. */
export function ImportScreen() {
  const { stage, choose, take, startAnew } = useImport()
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
      {stage.at === 'checking' && <Running label="Checking the file, nothing is changed yet" {...stage.progress} />}
      {stage.at === 'importing' && <Running label="Importing" {...stage.progress} />}
      {(stage.at === 'checked' || stage.at === 'done') && (
        <ImportReport {...stage} isDone={stage.at === 'done'} onImport={() => void take(stage)} onAgain={startAnew} />
      )}
      <LeaveWarning
        question="Leave while the import runs?"
        explanation="Leaving stops it: rows already imported stay, the others are not imported."
        mustAsk={() => stage.at === 'importing' && isLoggedIn}
      />
    </Page>
  )
}

function saveTemplate(): void {
  saveFile('products-template.csv', new Blob([templateFile()], { type: 'text/csv;charset=utf-8' }))
}

function FileChoice({ problem, onChoose }: { problem: string | undefined; onChoose: (file: File) => void }) {
  const id = useId()
  return (
    <div className={styles['choice']}>
      {problem !== undefined && <Message kind="error">{problem}</Message>}
      <label className={styles['label']} htmlFor={id}>
        CSV file, 10 MB at most
      </label>
      <input
        id={id}
        className={styles['file']}
        type="file"
        accept=".csv,text/csv"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          target.value = ''
        }}
      />
      <div className={styles['actions']}>
        <Button look="secondary" onClick={saveTemplate}>
          Download a template
        </Button>
      </div>
      <div id={`${id}-hint`} className={styles['hint']}>
        <p>
          The first line names the columns, in any order: <code>{requiredColumns.join(', ')}</code>; for model numbers{' '}
          <code>model_number</code>, for pictures <code>{pictureColumns.join(', ')}</code>, and for their alternative
          texts <code>{alternativeTextColumns.join(', ')}</code>.
        </p>
        <p>
          <code>sku</code> is the key: a product that an earlier import added is changed, everything else is added. You
          see what would happen before anything does.
        </p>
      </div>
    </div>
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
