import { isoTime } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import { erasedText } from '#core/personal-data/erased-text.ts'
import type { Decider } from '#core/domain/decider.ts'
import type { ServiceRequestEvent } from './events.ts'

type RaisedFacts = Extract<ServiceRequestEvent, { type: 'ServiceRequestRaised' }>['data']

/** What one side wrote to the other. */
export type Reply = { text: string; from: 'requester' | 'shop' }

type Raised = RaisedFacts & {
  lastReply?: Reply
  /** The requester's account is gone, and with it everything that identified them. */
  isErased?: boolean
}

/** A service request by its status; `none` before it is raised. */
export type ServiceRequestState =
  | { status: 'none' }
  | ({ status: 'received' | 'acknowledged' | 'withdrawn' } & Raised)
  | ({ status: 'resolved'; note?: string | undefined } & Raised)
  | ({ status: 'declined'; reason: string } & Raised)

/** A service request that exists. */
export type ServiceRequest = Exclude<ServiceRequestState, { status: 'none' }>

export type RaiseServiceRequest = { type: 'raise'; request: Omit<RaisedFacts, 'raisedAt'>; now: number }

export type ServiceRequestCommand =
  | RaiseServiceRequest
  | { type: 'acknowledge' }
  /** `writerId`: the account that issues the command. */
  | { type: 'resolve'; note?: string | undefined; writerId?: string | undefined }
  | { type: 'decline'; reason: string; writerId?: string | undefined }
  | ({ type: 'reply' } & Reply)
  | { type: 'withdraw' }
  | { type: 'erasePersonalData' }

export const serviceRequestDecider: Decider<ServiceRequestState, ServiceRequestCommand, ServiceRequestEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
}

function evolve(state: ServiceRequestState, event: ServiceRequestEvent): ServiceRequestState {
  if (event.type === 'ServiceRequestRaised') return { ...event.data, status: 'received' }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'ServiceRequestAcknowledged':
      return { ...state, status: 'acknowledged' }
    case 'ServiceRequestResolved':
      return { ...state, note: event.data.note, status: 'resolved' }
    case 'ServiceRequestDeclined':
      return { ...state, reason: event.data.reason, status: 'declined' }
    case 'ServiceRequestReplied':
      return { ...state, lastReply: { text: event.data.text, from: event.data.from } }
    case 'ServiceRequestWithdrawn':
      return { ...state, status: 'withdrawn' }
    case 'ServiceRequestPersonalDataErased':
      return erased(state)
  }
}

function decide(command: ServiceRequestCommand, state: ServiceRequestState): readonly ServiceRequestEvent[] {
  if (command.type === 'raise') return raise(command, state)
  if (state.status === 'none') throw new Rejection('not-found', 'There is no such service request')
  switch (command.type) {
    case 'acknowledge':
      requireStatus(state, 'acknowledge', ['received'])
      return [{ type: 'ServiceRequestAcknowledged', data: {} }]
    case 'resolve':
      requireStatus(state, 'resolve', ['acknowledged'])
      return [
        {
          type: 'ServiceRequestResolved',
          data: command.note ? { note: command.note, ...sealedFor(state, command) } : {},
        },
      ]
    case 'decline':
      requireStatus(state, 'decline', ['acknowledged'])
      return [{ type: 'ServiceRequestDeclined', data: { reason: command.reason, ...sealedFor(state, command) } }]
    case 'reply':
      return reply(command, state)
    case 'withdraw':
      requireStatus(state, 'withdraw', ['received', 'acknowledged'])
      return [{ type: 'ServiceRequestWithdrawn', data: {} }]
    case 'erasePersonalData':
      return state.isErased ? [] : [{ type: 'ServiceRequestPersonalDataErased', data: {} }]
  }
}

function raise({ request, now }: RaiseServiceRequest, state: ServiceRequestState): readonly ServiceRequestEvent[] {
  if (state.status !== 'none') throw new Rejection('conflict', 'There is a service request with this id already')
  return [{ type: 'ServiceRequestRaised', data: { ...request, raisedAt: isoTime(now) } }]
}

/** Also after the end, which may leave questions; but not once the requester’s account is deleted. */
function reply({ text, from }: Reply, state: ServiceRequest): readonly ServiceRequestEvent[] {
  if (state.isErased === true)
    throw new Rejection('conflict', 'The requester’s account was deleted: no one would read a reply')
  requireStatus(state, 'reply', ['received', 'acknowledged', 'resolved', 'declined'])
  return [{ type: 'ServiceRequestReplied', data: { text, from, sealedFor: state.requester.id } }]
}

/** Texts may name a person: encrypted for the requester, or for the writer if the requester was erased. */
function sealedFor({ isErased, requester }: ServiceRequest, { writerId }: { writerId?: string | undefined }) {
  return { sealedFor: isErased && writerId !== undefined ? writerId : requester.id }
}

/** Hides the texts, including the plain texts of version 1. */
function erased({ productId: _gone, lastReply: _too, ...state }: ServiceRequest): ServiceRequest {
  if (state.status === 'declined') return { ...state, reason: erasedText, isErased: true }
  if (state.status === 'resolved' && state.note !== undefined) return { ...state, note: erasedText, isErased: true }
  return { ...state, isErased: true }
}

function requireStatus(
  request: ServiceRequest,
  step: ServiceRequestCommand['type'],
  allowed: readonly ServiceRequest['status'][],
): void {
  if (allowed.includes(request.status)) return
  const needed = allowed.join(' or ')
  const what = `${step === 'reply' ? 'reply to' : step} the service request`
  throw new Rejection('conflict', `Cannot ${what}: its status is ${request.status}, but must be ${needed}`)
}
