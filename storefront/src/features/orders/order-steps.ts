import type { OrderStep } from '../../lib/api/orders.ts'

export type StepField = { name: string; label: string; required: boolean; autoComplete?: string }

export type StepText = {
  /** On the button. */
  action: string
  /** In the dialog. */
  question: string
  explanation: string
  done: string
  danger?: boolean
  fields: readonly StepField[]
}

/** What each step says and asks (contract §2 Orders). */
export const stepTexts: Record<OrderStep, StepText> = {
  confirm: {
    action: 'Confirm',
    question: 'Confirm this order?',
    explanation: 'The buyer is told by e-mail, and can no longer cancel it alone.',
    done: 'Order confirmed',
    fields: [],
  },
  dispatch: {
    action: 'Dispatch',
    question: 'Dispatch this order?',
    explanation: 'The buyer is told by e-mail, with the tracking number if there is one.',
    done: 'Order dispatched',
    fields: [
      { name: 'carrier', label: 'Carrier', required: false },
      { name: 'trackingNumber', label: 'Tracking number', required: false },
    ],
  },
  deliver: {
    action: 'Mark as delivered',
    question: 'Mark this order as delivered?',
    explanation: 'The payment counts as collected. Returns are taken for 14 days from now.',
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
    action: 'Take back',
    question: 'Take this order back?',
    explanation: 'The goods came back. This cannot be undone.',
    done: 'Order returned',
    danger: true,
    fields: [{ name: 'reason', label: 'Reason', required: true }],
  },
}

/** What was entered, trimmed and without what was left empty; or the first required field that is empty. */
export function readStepFields(
  fields: readonly StepField[],
  entered: (name: string) => string,
): { details: Record<string, string> } | { missing: string } {
  const details: Record<string, string> = {}
  for (const { name, required } of fields) {
    const value = entered(name).trim()
    if (required && value === '') return { missing: name }
    if (value !== '') details[name] = value
  }
  return { details }
}
