import type { OrderStep } from '../../../lib/api/orders.ts'
import type { StepText } from '../../../ui/overlays/step-fields.ts'

/** The texts and fields of each step of one order. */
export const stepTexts: Record<OrderStep, StepText> = {
  confirm: {
    action: 'Confirm',
    question: 'Confirm this order?',
    explanation: 'The buyer is notified by email, and can no longer cancel the order.',
    done: 'Order confirmed',
    fields: [],
  },
  dispatch: {
    action: 'Dispatch',
    question: 'Dispatch this order?',
    explanation: 'The buyer is notified by email, with the tracking number if there is one.',
    done: 'Order dispatched',
    fields: [
      { name: 'carrier', label: 'Carrier', required: false },
      { name: 'trackingNumber', label: 'Tracking number', required: false },
    ],
  },
  deliver: {
    action: 'Mark as delivered',
    question: 'Mark this order as delivered?',
    explanation: 'The payment counts as collected. Returns are accepted for 14 days from now.',
    done: 'Order delivered, payment collected',
    fields: [],
  },
  cancel: {
    action: 'Cancel order',
    question: 'Cancel this order?',
    explanation: 'This cannot be undone.',
    done: 'Order cancelled',
    danger: true,
    fields: [{ name: 'reason', label: 'Reason', required: true }],
  },
  return: {
    action: 'Mark as returned',
    question: 'Mark this order as returned?',
    explanation: 'The goods came back. This cannot be undone.',
    done: 'Order returned',
    danger: true,
    fields: [{ name: 'reason', label: 'Reason', required: true }],
  },
}

/** The texts of a step of several orders. It has no tracking number, which belongs to one parcel and is sent to its buyer. */
export function bulkStepText(step: OrderStep): StepText {
  if (step !== 'dispatch') return stepTexts[step]
  return {
    ...stepTexts.dispatch,
    explanation: 'Each buyer is notified by email. To enter a tracking number, dispatch that order separately.',
    fields: stepTexts.dispatch.fields.filter(({ name }) => name !== 'trackingNumber'),
  }
}
