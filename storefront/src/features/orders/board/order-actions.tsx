import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order } from '#modules/ordering/schema.ts'
import { isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { cancelOrder, takeOrderStep, type OrderStep } from '../../../lib/api/orders.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useRole } from '../../../entities/session/use-session.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { Button } from '../../../ui/button.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import { stepsFor } from '../order-status.ts'
import { stepTexts } from './order-steps.ts'
import * as styles from './order-actions.module.css'

/** The steps currently possible on this order for the person who is logged in. */
export function OrderActions({ order }: { order: Order }) {
  const isAdmin = useRole() === 'ADMIN'
  const [asking, setAsking] = useState<OrderStep>()
  const take = useTakeStep(order.orderId, isAdmin)
  const steps = stepsFor(order, isAdmin)
  if (steps.length === 0) return null
  return (
    <div className={styles['actions']}>
      {steps.map((step) => (
        <Button key={step} look={stepTexts[step].danger ? 'secondary' : 'primary'} onClick={() => setAsking(step)}>
          {stepTexts[step].action}
          <span className="visually-hidden"> {order.orderId}</span>
        </Button>
      ))}
      {asking && (
        <StepDialog
          step={stepTexts[asking]}
          subject={`Order ${order.orderId}`}
          asksForDetails={isAdmin}
          onClose={() => setAsking(undefined)}
          onTake={(details) => take(asking, details)}
        />
      )}
    </div>
  )
}

/** Takes a step and reloads the order; resolves to a message if it failed. */
function useTakeStep(orderId: string, isAdmin: boolean) {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  return async (step: OrderStep, details: Record<string, string>): Promise<string | undefined> => {
    try {
      if (isAdmin) await takeOrderStep(api, { orderId, step, details })
      else await cancelOrder(api, orderId)
      toast.success(stepTexts[step].done)
      await router.invalidate()
      return undefined
    } catch (error) {
      if (endSession(error)) return undefined
      if (!isStatus(error, 409)) return messageOf(error)
      // Another person changed the order first, so the order shown is out of date.
      toast.error(messageOf(error))
      await router.invalidate()
      return undefined
    }
  }
}
