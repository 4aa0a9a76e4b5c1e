import { useState } from 'react'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { cancelOrder, takeOrderStep, type OrderStep } from '../../../lib/api/orders.ts'
import { useRowStep } from '../../../entities/list/use-row-step.ts'
import { useRole } from '../../../entities/session/use-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { Button } from '../../../ui/button.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import { stepsFor } from '../order-status.ts'
import { stepTexts } from './order-steps.ts'
import * as styles from './order-actions.module.css'

/** The steps currently possible on this order for the person who is logged in. */
export function OrderActions({ order }: { order: TrackedOrder }) {
  const isAdmin = useRole() === 'ADMIN'
  const [asking, setAsking] = useState<OrderStep>()
  const api = useApi()
  const take = useRowStep()
  const [now] = useState(() => Date.now())
  const steps = stepsFor(order, { isAdmin, now })
  if (steps.length === 0) return null
  const { orderId } = order
  const request = (step: OrderStep, details: Record<string, string>) =>
    isAdmin ? takeOrderStep(api, { orderId, step, details }) : cancelOrder(api, orderId)
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
          onTake={(details) => take(() => request(asking, details), stepTexts[asking].done)}
        />
      )}
    </div>
  )
}
