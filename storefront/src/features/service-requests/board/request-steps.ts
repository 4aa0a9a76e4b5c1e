import type { ServiceRequestStatus } from '#modules/service-requests/schema.ts'
import type { RequestStep } from '../../../lib/api/service-requests.ts'
import type { StepText } from '../../../ui/overlays/step-fields.ts'

/** The steps that an admin can take from each status. */
export const requestSteps: Record<ServiceRequestStatus, readonly RequestStep[]> = {
  received: ['acknowledge'],
  acknowledged: ['resolve', 'decline'],
  resolved: [],
  declined: [],
  withdrawn: [],
}

export const requestStepTexts: Record<RequestStep, StepText> = {
  acknowledge: {
    action: 'Acknowledge',
    question: 'Acknowledge this request?',
    explanation: 'The requester is notified by email that the shop is working on it.',
    done: 'Request acknowledged',
    fields: [],
  },
  resolve: {
    action: 'Resolve',
    question: 'Is this request done?',
    explanation: 'The requester is notified by email, with your note if there is one.',
    done: 'Request resolved',
    fields: [{ name: 'note', label: 'Note to the requester', required: false }],
  },
  decline: {
    action: 'Decline',
    question: 'Decline this request?',
    explanation: 'The requester gets the reason by email. This cannot be undone.',
    done: 'Request declined',
    danger: true,
    fields: [{ name: 'reason', label: 'Reason', required: true }],
  },
}
