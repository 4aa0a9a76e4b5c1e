import { useState, type SubmitEvent } from 'react'
import { formText } from '../../lib/forms/form-text.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { TextField } from '../forms/field.tsx'
import { Message } from '../feedback/message.tsx'
import { readStepFields, type StepText } from './step-fields.ts'
import * as styles from './step-dialog.module.css'

type StepDialogProps = {
  step: StepText
  /** The subject of the step, for example `Order ORD48210377`. */
  subject: string
  /** True for an admin, who must give a carrier or a reason; a buyer who cancels need not explain. */
  asksForDetails: boolean
  onClose: () => void
  onTake: (details: Record<string, string>) => Promise<string | undefined>
}

/** Asks for confirmation of a step, and for its details. */
export function StepDialog({ step, subject, asksForDetails, onClose, onTake }: StepDialogProps) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const { question, explanation, action, danger, fields } = step
  const shownFields = asksForDetails ? fields : []

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readStepFields(shownFields, (name) => formText(form, name))
    if ('missing' in read) {
      setMissing(read.missing)
      return form.querySelector<HTMLInputElement>(`[name="${read.missing}"]`)?.focus()
    }
    setBusy(true)
    const message = await onTake(read.details)
    // If the dialog has been closed in the meantime, a toast shows the failure instead.
    if (!form.isConnected) return message !== undefined && toast.error(message)
    setBusy(false)
    if (message === undefined) onClose()
    else setFailure(message)
  }
  return (
    <Dialog title={question} onClose={onClose}>
      <p>
        {subject}. {explanation}
      </p>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <form className={styles['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        {shownFields.map(({ name, label, required, missing: message = 'Please give a reason' }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            optional={!required}
            required={required}
            autoComplete="off"
            error={missing === name ? message : undefined}
          />
        ))}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} disabled={busy}>
            {busy ? 'Please wait...' : action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
