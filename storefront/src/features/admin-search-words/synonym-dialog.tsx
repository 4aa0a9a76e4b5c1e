import { useRef, useState, type SubmitEvent } from 'react'
import type { ListedSynonym } from '#modules/search-words/schema.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { newId } from '../../lib/new-id.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { SelectField, TextArea } from '../../ui/forms/field.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { readSynonym } from './synonym-form.ts'
import { SynonymPreview } from './synonym-preview.tsx'
import { useSaveSynonym } from './use-change-synonyms.ts'
import { kinds, kindText, languages, languageText } from './words-search.ts'
import * as styles from './search-words.module.css'

/** A synonym to change, or a text that a new one is to find. */
export type Edited = { entry: ListedSynonym } | { text: string }

/** Adds or changes a synonym. */
export function SynonymDialog({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const { fault, failure, busy, save } = useSynonymForm(edited, onClose)
  const form = useRef<HTMLFormElement>(null)
  const entry = 'entry' in edited ? edited.entry : undefined
  return (
    <Dialog title={entry ? 'Change synonym' : 'Add a synonym'} onClose={onClose}>
      {failure && <Message kind="error">{failure}</Message>}
      <form ref={form} className={styles['form']} onSubmit={(event) => void save(event)} noValidate>
        <SynonymFields edited={edited} fault={fault} />
        <SynonymPreview form={form} id={entry?.id} />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? 'Please wait...' : 'Save synonym'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function SynonymFields({ edited, fault }: { edited: Edited; fault: Fault | undefined }) {
  const entry = 'entry' in edited ? edited.entry : undefined
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined)
  return (
    <>
      <TextArea
        label="What shoppers type"
        name="terms"
        rows={3}
        hint="One text per line. Do not enter names of people."
        defaultValue={termsOf(edited)}
        error={errorOf('terms')}
      />
      <TextArea
        label="What they mean, in words of the catalogue"
        name="means"
        rows={3}
        hint="One text per line, the likeliest first."
        defaultValue={entry?.means.join('\n')}
        error={errorOf('means')}
      />
      <Choice label="Language" name="language" chosen={entry?.language} values={languages} textOf={languageText} />
      <Choice label="Kind" name="kind" chosen={entry?.kind} values={kinds} textOf={kindText} />
    </>
  )
}

function termsOf(edited: Edited): string {
  return 'entry' in edited ? edited.entry.terms.join('\n') : edited.text
}

type ChoiceProps = {
  label: string
  name: string
  chosen: string | undefined
  values: readonly string[]
  textOf: (value: string) => string
}

function Choice({ label, name, chosen, values, textOf }: ChoiceProps) {
  return (
    <SelectField label={label} name={name} defaultValue={chosen}>
      {values.map((value) => (
        <option key={value} value={value}>
          {textOf(value)}
        </option>
      ))}
    </SelectField>
  )
}

type Fault = { field: string; message: string }

/** Validates and saves the form; the first invalid field gets the focus. */
function useSynonymForm(edited: Edited, onClose: () => void) {
  const { add, change } = useSaveSynonym()
  const [key] = useState(newId)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const [failure, setFailure] = useState<string>()

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readSynonym((name) => formText(form, name))
    setFault('message' in read ? read : undefined)
    if ('message' in read) return form.querySelector<HTMLTextAreaElement>(`[name=${read.field}]`)?.focus()
    setBusy(true)
    const refused = await ('entry' in edited ? change(edited.entry, read) : add(read, key))
    setBusy(false)
    if (refused === undefined) onClose()
    else setFailure(refused)
  }
  return { fault, failure, busy, save }
}
