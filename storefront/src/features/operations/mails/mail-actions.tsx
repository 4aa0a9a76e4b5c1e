import { useState } from 'react'
import type { Job } from '#modules/notifications/schema.ts'
import { useRowStep } from '../../../entities/list/use-row-step.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { Button } from '../../../ui/button.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import { mailTitle } from './mail-columns.tsx'
import { mailStepTexts, takeMailStep, type MailStep } from './mail-steps.ts'
import * as styles from '../../../ui/data/row-cards.module.css'

type MailActionsProps = { mail: Job; steps: readonly MailStep[] }

/** Steps that are possible with a mail. */
export function MailActions({ mail, steps }: MailActionsProps) {
  const [asking, setAsking] = useState<MailStep>()
  const api = useApi()
  const take = useRowStep()
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
          onTake={() => take(() => takeMailStep(api, mail.id, asking), mailStepTexts[asking].done)}
        />
      )}
    </div>
  )
}
