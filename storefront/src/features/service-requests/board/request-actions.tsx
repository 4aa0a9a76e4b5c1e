import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { takeRequestStep, type RequestStep } from '../../../lib/api/service-requests.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { Button } from '../../../ui/button.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import { requestSteps, requestStepTexts } from './request-steps.ts'
import * as styles from './request-board.module.css'

/** The steps that an admin can currently take on this request. */
export function RequestActions({ request }: { request: ServiceRequest }) {
  const [asking, setAsking] = useState<RequestStep>()
  const take = useTakeStep(request.id)
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
          onTake={(details) => take(asking, details)}
        />
      )}
    </div>
  )
}

/** Takes a step and reloads the board; resolves to a message if it failed. */
function useTakeStep(id: string) {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  return async (step: RequestStep, details: Record<string, string>): Promise<string | undefined> => {
    try {
      await takeRequestStep(api, { id, step, details })
      toast.success(requestStepTexts[step].done)
    } catch (error) {
      if (endSession(error)) return undefined
      if (!isStatus(error, 409)) return messageOf(error)
      // Another person changed the request first, so the board is out of date.
      toast.error(messageOf(error))
    }
    await router.invalidate()
    return undefined
  }
}
