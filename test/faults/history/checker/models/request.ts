import type { RequestStepName } from '../../record/call.ts'
import type { Answer, Model } from '../linearizable.ts'

export type RequestState = { types: readonly string[]; status: string; requester: string | undefined }

export type RequestModelOp =
  | { do: 'raise'; account: string }
  | { do: 'raised-before' }
  | { do: RequestStepName; account: string }
  | { do: 'read'; account?: string | undefined }
  | { do: 'stored' }

export const requestSteps: Readonly<Record<RequestStepName, { from: readonly string[]; to: string; type: string }>> = {
  acknowledge: { from: ['received'], to: 'acknowledged', type: 'ServiceRequestAcknowledged' },
  resolve: { from: ['acknowledged'], to: 'resolved', type: 'ServiceRequestResolved' },
  decline: { from: ['acknowledged'], to: 'declined', type: 'ServiceRequestDeclined' },
  withdraw: { from: ['received', 'acknowledged'], to: 'withdrawn', type: 'ServiceRequestWithdrawn' },
}

/** A service request and its status. */
export const requestModel: Model<RequestState, RequestModelOp> = {
  initial: { types: [], status: 'none', requester: undefined },
  apply(request, op) {
    if (op.do === 'raise') return raise(request, op.account)
    if (op.do === 'stored') return { state: request, answer: shown(request) }
    if (request.requester === undefined) return { state: request, answer: { status: 404 } }
    if (op.do === 'raised-before') return { state: request, answer: receipt }
    if (isForeign(request, op)) return { state: request, answer: { status: 403 } }
    return op.do === 'read' ? { state: request, answer: shown(request) } : take(request, op.do)
  },
}

function isForeign({ requester }: RequestState, op: { do: string; account?: string | undefined }): boolean {
  return (op.do === 'read' || op.do === 'withdraw') && op.account !== undefined && op.account !== requester
}

const receipt: Answer = { status: 201, seen: { status: 'received' } }

function raise(request: RequestState, requester: string): { state: RequestState; answer: Answer } {
  if (request.status !== 'none') return { state: request, answer: { status: 409 } }
  return { state: { types: ['ServiceRequestRaised'], status: 'received', requester }, answer: receipt }
}

function take(request: RequestState, name: RequestStepName): { state: RequestState; answer: Answer } {
  const { from, to, type } = requestSteps[name]
  if (!from.includes(request.status)) return { state: request, answer: { status: 409 } }
  const state = { ...request, status: to, types: [...request.types, type] }
  return { state, answer: shown(state) }
}

function shown({ types, status }: RequestState): Answer {
  return { status: 200, seen: { types, revision: types.length - 1, status } }
}
