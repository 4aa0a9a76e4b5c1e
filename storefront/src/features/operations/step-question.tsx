import { useState, type SubmitEvent } from 'react'
import type { ProjectionStatus } from '#modules/operations/schema.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { takeOperatorStep, type OperatorStep } from '../../lib/api/operations.ts'
import { formText } from '../../lib/form-text.ts'
import { useEndSession } from '../../lib/session/use-end-session.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { useApi } from '../../lib/use-services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Message } from '../../ui/message.tsx'
import { operatorStepTexts } from './operator-steps.ts'

type QuestionProps = { unit: ProjectionStatus; step: OperatorStep; onClose: () => void; onTaken: () => void }

function isSkip(step: OperatorStep): boolean {
  return step === 'skip' || step === 'skip-everywhere'
}

/** Asks before a step is taken; a skip wants a reason. */
export function StepQuestion({ unit, step, onClose, onTaken }: QuestionProps) {
  const { question, explanation, action } = operatorStepTexts[step]
  const { take, busy, failure } = useTake({ unit, step, onTaken })
  const [isMissing, setIsMissing] = useState(false)

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = isSkip(step) ? formText(event.currentTarget, 'reason').trim() : ''
    if (!isSkip(step) || reason !== '') return void take(reason)
    setIsMissing(true)
    event.currentTarget.querySelector<HTMLInputElement>('[name="reason"]')?.focus()
  }
  return (
    <Dialog title={question} onClose={onClose}>
      <p>
        <strong>{unit.name}</strong>. {explanation}
      </p>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <form onSubmit={onSubmit} noValidate>
        {isSkip(step) && (
          <TextField
            label="Reason"
            name="reason"
            required
            maxLength={1_000}
            autoComplete="off"
            error={isMissing ? 'Please say why' : undefined}
          />
        )}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" look={isSkip(step) ? 'danger' : 'primary'} disabled={busy}>
            {busy ? 'Please wait...' : action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function useTake({ unit, step, onTaken }: Omit<QuestionProps, 'onClose'>) {
  const api = useApi()
  const toast = useToast()
  const endSession = useEndSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function take(reason: string) {
    setBusy(true)
    try {
      const position = unit.error?.event?.position
      const skip = isSkip(step) && position !== undefined ? { skip: { position, reason } } : {}
      await takeOperatorStep(api, { name: unit.name, step, ...skip })
      toast.success(operatorStepTexts[step].begun)
      onTaken()
    } catch (error) {
      if (!endSession(error)) setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { take, busy, failure }
}
