import type { ServiceRequest, ServiceRequestStatus } from '#modules/service-requests/schema.ts'
import type { BulkStep } from '../../../entities/list/bulk/bulk-bar.tsx'
import { takeRequestStep, type RequestStep } from '../../../lib/api/service-requests.ts'
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

const allSteps: readonly RequestStep[] = ['acknowledge', 'resolve', 'decline']

/** The steps that are possible for at least one of these requests. */
export function bulkSteps(selected: readonly Pick<ServiceRequest, 'status'>[]): BulkStep[] {
  const possible = new Set(selected.flatMap(({ status }) => requestSteps[status]))
  return allSteps
    .filter((step) => possible.has(step))
    .map((step) => ({
      text: requestStepTexts[step],
      take: (api, id, details) => takeRequestStep(api, { id, step, details }),
    }))
}
