import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Job } from '#modules/notifications/schema.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import { mailTitle } from './mail-columns.tsx'
import { mailStepTexts, takeMailStep, type MailStep } from './mail-steps.ts'
import * as styles from '../../../ui/data/row-cards.module.css'

type MailActionsProps = { mail: Job; steps: readonly MailStep[] }

/** Steps that are possible with a mail. */
export function MailActions({ mail, steps }: MailActionsProps) {
  const [asking, setAsking] = useState<MailStep>()
  const take = useTakeStep(mail.id)
  const title = mailTitle(mail)
  return (
    <div className={styles['actions']}>
      {steps.map((step) => (
        <Button
          key={step}
          look={step === 'retry' || step === 'send' ? 'secondary' : 'quiet'}
          onClick={() => setAsking(step)}
        >
          {mailStepTexts[step].action}
          <span className="visually-hidden">: {title}</span>
        </Button>
      ))}
      {asking && (
        <StepDialog
          step={mailStepTexts[asking]}
          subject={title}
          asksForDetails
          onClose={() => setAsking(undefined)}
          onTake={() => take(asking)}
        />
      )}
    </div>
  )
}

/** Takes a step and loads the list again; resolves to a message if it failed. */
function useTakeStep(id: string) {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  return async (step: MailStep): Promise<string | undefined> => {
    try {
      await takeMailStep(api, id, step)
      toast.success(mailStepTexts[step].done)
    } catch (error) {
      if (endSession(error)) return undefined
      if (!isStatus(error, 409)) return messageOf(error)
      // The mail is no longer in the state that is shown.
      toast.error(messageOf(error))
    }
    await router.invalidate()
    return undefined
  }
}
