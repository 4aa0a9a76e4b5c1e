import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import * as chooser from '../../ui/forms/file-input.module.css'
import { useFileDrop } from '../../ui/forms/use-file-drop.ts'
import { saveFile } from '../../ui/save-file.ts'
import { alternativeTextColumns, pictureColumns, requiredColumns } from './read-csv.ts'
import { templateFile } from './template-file.ts'
import * as styles from './import.module.css'

type FileChoiceProps = { problem: string | undefined; onChoose: (file: File) => void }

/** The area where a supplier's file is dropped or chosen. */
export function FileChoice({ problem, onChoose }: FileChoiceProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const { isOver, target } = useFileDrop((files) => {
    const [file, ...others] = files
    setRefusal(others.length > 0 ? 'Drop one file at a time.' : undefined)
    if (file && others.length === 0) onChoose(file)
  })
  const shown = refusal ?? problem
  return (
    <div className={styles['choice']}>
      {shown !== undefined && <Message kind="error">{shown}</Message>}
      <div className={clsx(styles['drop'], isOver && styles['over'])} {...target}>
        <label className={styles['label']} htmlFor={id}>
          CSV file, 10 MB at most: drop it here, or choose it
        </label>
        <input
          id={id}
          className={clsx(styles['file'], chooser['file'])}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          onChange={({ target: input }) => {
            const [file] = input.files ?? []
            if (file) onChoose(file)
            input.value = ''
          }}
        />
      </div>
      <div className={styles['actions']}>
        <Button look="secondary" onClick={saveTemplate}>
          Download a template
        </Button>
      </div>
      <Hint id={`${id}-hint`} />
    </div>
  )
}

function saveTemplate(): void {
  saveFile('products-template.csv', new Blob([templateFile()], { type: 'text/csv;charset=utf-8' }))
}

function Hint({ id }: { id: string }) {
  return (
    <div id={id} className={styles['hint']}>
      <p>
        The first line names the columns, in any order: <code>{requiredColumns.join(', ')}</code>; for model numbers{' '}
        <code>model_number</code>, for pictures <code>{pictureColumns.join(', ')}</code>, and for their alternative
        texts <code>{alternativeTextColumns.join(', ')}</code>. For other names, you choose what each column holds.
      </p>
      <p>
        <code>sku</code> is the key: a product that an earlier import added is changed, everything else is added. You
        see what would happen before anything does.
      </p>
    </div>
  )
}
