import { useState } from 'react'
import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { takeRequestStep, type RequestStep } from '../../../lib/api/service-requests.ts'
import { useRowStep } from '../../../entities/list/use-row-step.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { Button } from '../../../ui/button.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import { requestSteps, requestStepTexts } from './request-steps.ts'
import * as styles from './request-board.module.css'

/** The steps that an admin can currently take on this request. */
export function RequestActions({ request }: { request: ServiceRequest }) {
  const [asking, setAsking] = useState<RequestStep>()
  const api = useApi()
  const take = useRowStep()
  const steps = requestSteps[request.status]
  if (steps.length === 0) return null
  return (
    <div className={styles['actions']}>
      {steps.map((step) => (
        <Button
          key={step}
          look={requestStepTexts[step].danger ? 'secondary' : 'primary'}
          onClick={() => setAsking(step)}
        >
          {requestStepTexts[step].action}
          <span className="visually-hidden">: {request.title}</span>
        </Button>
      ))}
      {asking && (
        <StepDialog
          step={requestStepTexts[asking]}
          subject={request.title}
          asksForDetails
          onClose={() => setAsking(undefined)}
          onTake={(details) =>
            take(() => takeRequestStep(api, { id: request.id, step: asking, details }), requestStepTexts[asking].done)
          }
        />
      )}
    </div>
  )
}
