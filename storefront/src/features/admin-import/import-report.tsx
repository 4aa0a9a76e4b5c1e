import type { ImportedRow } from '#modules/catalogue/schema.ts'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import { countOf, formatCount } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { errorFile } from './error-file.ts'
import { countOutcomes } from './import-run.ts'
import { ChangeTable, FaultTable } from './import-tables.tsx'
import type { CsvFile } from './read-csv.ts'
import { saveFile } from '../../ui/save-file.ts'
import * as styles from './import.module.css'

type ImportReportProps = {
  name: string
  file: CsvFile
  results: readonly ImportedRow[]
  /** Whether the results are those of the import; otherwise they are those of a dry run. */
  isDone: boolean
  /** Why the last attempt stopped. */
  problem?: string | undefined
  onImport: () => void
  onColumns: () => void
  onAgain: () => void
}

/** What an import would do, or has done: row counts by outcome, faults, and changes. */
export function ImportReport({
  name,
  file,
  results,
  isDone,
  problem,
  onImport,
  onColumns,
  onAgain,
}: ImportReportProps) {
  const counts = countOutcomes(results)
  const wanted = counts.added + counts.changed
  const summary = summaryOf({ name, results, isDone, problem })
  useAnnouncement(summary)
  return (
    <div className={styles['report']}>
      {problem !== undefined && <Message kind="error">{problem}</Message>}
      <Message kind={isDone ? 'success' : 'info'}>{summary}</Message>
      <Counts counts={counts} isDone={isDone} />
      <div className={styles['actions']}>
        {!isDone && wanted > 0 && (
          <Button large onClick={onImport}>
            Import {countOf(wanted, 'row')}
          </Button>
        )}
        {counts.refused > 0 && <BadRows name={name} file={file} results={results} />}
        {!isDone && (
          <Button look="quiet" large onClick={onColumns}>
            Change the columns
          </Button>
        )}
        <Button look="quiet" large onClick={onAgain}>
          Choose another file
        </Button>
      </div>
      <FaultTable results={results} />
      <ChangeTable results={results} />
    </div>
  )
}

function summaryOf({
  name,
  results,
  isDone,
  problem,
}: Pick<ImportReportProps, 'name' | 'results' | 'isDone' | 'problem'>) {
  const { added, changed } = countOutcomes(results)
  if (isDone) return `${name}: ${countOf(added, 'product')} added, ${formatCount(changed)} changed.`
  return `${name} has ${countOf(results.length, 'row')}.${problem === undefined ? ' Nothing is changed yet.' : ''}`
}

function BadRows({ name, file, results }: Pick<ImportReportProps, 'name' | 'file' | 'results'>) {
  const save = () =>
    saveFile(`errors-${name}`, new Blob([errorFile(file, results)], { type: 'text/csv;charset=utf-8' }))
  return (
    <Button look="secondary" large onClick={save}>
      Download the bad rows
    </Button>
  )
}

function Counts({ counts, isDone }: { counts: ReturnType<typeof countOutcomes>; isDone: boolean }) {
  return (
    <dl className={styles['counts']}>
      <Count label={isDone ? 'Added' : 'New'} count={counts.added} />
      <Count label={isDone ? 'Changed' : 'To change'} count={counts.changed} />
      <Count label="Unchanged" count={counts.unchanged} />
      <Count label="Bad rows" count={counts.refused} />
    </dl>
  )
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div className={styles['count']}>
      <dt>{label}</dt>
      <dd>{formatCount(count)}</dd>
    </div>
  )
}
