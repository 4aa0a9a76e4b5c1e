import { useState } from 'react'
import type { MatchedColumns } from '#modules/catalogue/schema.ts'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import { countOf } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { choiceFaults, leftOut, samplesOf, type ColumnChoices } from './column-choices.ts'
import type { CsvFile } from './read-csv.ts'
import * as styles from './column-mapping.module.css'

type ColumnMappingProps = {
  name: string
  file: CsvFile
  matched: MatchedColumns
  choices: ColumnChoices
  /** Why the last attempt failed. */
  problem?: string | undefined
  onCheck: (choices: ColumnChoices) => void
  onAgain: () => void
}

/**
 * The columns of a file with their first values, and a choice of the known column for each. Nothing is sent before the
 * admin has chosen.
 */
export function ColumnMapping({ name, file, matched, choices: before, problem, onCheck, onAgain }: ColumnMappingProps) {
  const [choices, setChoices] = useState(before)
  const faults = choiceFaults(matched, choices)
  const unused = leftOut(file, choices)
  useAnnouncement(`Choose what the columns of ${name} hold`)
  return (
    <form
      className={styles['mapping']}
      onSubmit={(event) => {
        event.preventDefault()
        if (faults.length === 0) onCheck(choices)
      }}
    >
      <h2>What the columns hold</h2>
      <p>
        {name} has {countOf(file.rows.length, 'row')}. Check which field each column goes to; no row is sent yet.
      </p>
      {problem !== undefined && <Message kind="error">{problem}</Message>}
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Column in the file</th>
            <th scope="col">Field</th>
          </tr>
        </thead>
        <tbody>
          {matched.columns.map((column) => (
            <ColumnRow
              key={column.column}
              matched={column}
              fields={matched.fields}
              samples={samplesOf(file, column.column)}
              chosen={choices[column.column] ?? null}
              onChoose={(field) => setChoices({ ...choices, [column.column]: field })}
            />
          ))}
        </tbody>
      </table>
      {unused.length > 0 && <Message kind="info">Not imported: {unused.join(', ')}.</Message>}
      {faults.map((fault) => (
        <Message key={fault} kind="error">
          {fault}
        </Message>
      ))}
      <div className={styles['actions']}>
        <Button type="submit" large disabled={faults.length > 0}>
          Check the file
        </Button>
        <Button look="quiet" large onClick={onAgain}>
          Choose another file
        </Button>
      </div>
    </form>
  )
}

type ColumnRowProps = {
  matched: MatchedColumns['columns'][number]
  fields: MatchedColumns['fields']
  samples: readonly string[]
  chosen: ColumnChoices[string] | null
  onChoose: (field: ColumnChoices[string]) => void
}

function ColumnRow({ matched, fields, samples, chosen, onChoose }: ColumnRowProps) {
  const { column, field: proposed } = matched
  const note = chosen === proposed ? noteOf(matched) : ''
  return (
    <tr>
      <th scope="row">
        {column}
        <ul className={styles['samples']} aria-label={`First values of ${column}`}>
          {samples.map((sample) => (
            <li key={sample}>{sample}</li>
          ))}
        </ul>
      </th>
      <td>
        <select
          className={styles['field']}
          aria-label={`Field for ${column}`}
          value={chosen ?? ''}
          onChange={({ target }) => onChoose(fields.find(({ name }) => name === target.value)?.name ?? null)}
        >
          <option value="">Not imported</option>
          {fields.map(({ name, description }) => (
            <option key={name} value={name}>
              {`${description} (${name})`}
            </option>
          ))}
        </select>
        <p className={styles['note']}>{note}</p>
      </td>
    </tr>
  )
}

function noteOf({ match, candidates }: MatchedColumns['columns'][number]): string {
  if (match === 'similar') return 'Proposed for its similar name: please check'
  if (match === 'exact') return ''
  return candidates.length > 0 ? `May be ${candidates.join(' or ')}: please choose` : 'Unknown name'
}
