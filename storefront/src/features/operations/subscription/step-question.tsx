import { useState, type SubmitEvent } from 'react'
import type { ProjectionStatus } from '#modules/operations/schema.ts'
import { takeOperatorStep, type OperatorStep } from '../../../lib/api/operations.ts'
import { formText } from '../../../lib/forms/form-text.ts'
import { formatCount } from '../../../lib/format/format.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { DecisionActions } from '../decision-actions.tsx'
import { operatorStepTexts } from './operator-steps.ts'
import { useDecision } from '../use-decision.ts'

type QuestionProps = { subscription: ProjectionStatus; step: OperatorStep; onClose: () => void; onTaken: () => void }

function isSkip(step: OperatorStep): boolean {
  return step === 'skip' || step === 'skip-everywhere'
}

/** Asks for confirmation before a step; a skip also needs a reason. */
export function StepQuestion({ subscription, step, onClose, onTaken }: QuestionProps) {
  const { question, explanation, action } = operatorStepTexts[step]
  const api = useApi()
  const { take, busy, failure } = useDecision(async (reason: string) => {
    const position = subscription.error?.event?.position
    const skip = isSkip(step) && position !== undefined ? { skip: { position, reason } } : {}
    await takeOperatorStep(api, { name: subscription.name, step, ...skip })
    return operatorStepTexts[step].begun
  }, onTaken)
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
        <strong>{subjectOf(subscription, step)}</strong>. {explanation}
      </p>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <form onSubmit={onSubmit} noValidate>
        {isSkip(step) && (
          <TextField
            label="Reason"
            name="reason"
            hint="Stays in the log permanently: do not name any person."
            required
            maxLength={1_000}
            autoComplete="off"
            error={isMissing ? 'Please give a reason' : undefined}
          />
        )}
        <DecisionActions action={action} look={isSkip(step) ? 'danger' : 'primary'} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** The subject of a step: the event for `skip-everywhere`, otherwise the read model or reactor. */
function subjectOf({ name, error }: ProjectionStatus, step: OperatorStep): string {
  const event = step === 'skip-everywhere' ? error?.event : undefined
  return event === undefined
    ? name
    : `${event.type} at position ${formatCount(event.position)} in ${shortened(event.stream)}`
}
