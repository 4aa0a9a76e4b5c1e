import type { Clock } from '#core/domain/clock.ts'
import { fold } from '#core/domain/decider.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { EventStore, RecordedEvent } from '#core/event-store/event-store.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { handleCommand, type CommandContext } from '#core/domain/handle-command.ts'
import { eventIdOf } from '#core/domain/ids.ts'
import { takeDespiteErasure } from '#core/personal-data/late-erasure.ts'
import { serviceRequestEvents, serviceRequestStream } from './domain/events.ts'
import type { ServiceRequestInput } from './schema.ts'
import {
  serviceRequestDecider,
  type RaiseServiceRequest,
  type ServiceRequest,
  type ServiceRequestCommand,
} from './domain/service-request.ts'

export type ServiceRequestDeps = { store: EventStore; clock: Clock }

export type RaiseRequest = {
  input: ServiceRequestInput
  requester: RaiseServiceRequest['request']['requester']
  context: CommandContext
}

/** Raises a service request. Its id is the command id, so that a retry finds the request of the first call. */
export async function raiseServiceRequest(
  { store, clock }: ServiceRequestDeps,
  { input, requester, context }: RaiseRequest,
) {
  const { id: productId, title, company, description, logoUrl = '', address = '' } = input
  const about = productId?.trim() ? { productId } : {}
  const request = { requester, ...about, title, company, description, logoUrl, address }
  const id = context.commandId
  const command = { type: 'raise', request, now: clock() } as const
  const stream = serviceRequestStream(id)
  const outcome = await handleCommand({ store, decider: serviceRequestDecider, stream, command, context })
  return { id, position: outcome.position }
}

export type ServiceRequestStep = {
  id: string
  command: Exclude<ServiceRequestCommand, RaiseServiceRequest>
  context: CommandContext
  ifMatch?: number | undefined
}

/** Applies a step to a service request. @throws Rejection if there is none, or its status does not allow the step */
export function applyStep({ store }: Pick<ServiceRequestDeps, 'store'>, step: ServiceRequestStep) {
  const { id, context, ifMatch } = step
  const command = { ...step.command, writerId: context.actor.id }
  const request = { store, decider: serviceRequestDecider, stream: serviceRequestStream(id) }
  const own = { ...context, commandId: eventIdOf(context.commandId, 500) }
  return takeDespiteErasure({
    ifMatch,
    take: (expected) => handleCommand({ ...request, command, context, ifMatch: expected }),
    erase: () => handleCommand({ ...request, command: { type: 'erasePersonalData' }, context: own }),
  })
}

/** Folds a service request from its stream or a prefix of it. @throws Rejection if there is none */
export function foldServiceRequest(events: readonly RecordedEvent[]): ServiceRequest {
  const request = fold(serviceRequestDecider, eventsOf(serviceRequestEvents, events))
  if (request.status === 'none') throw new Rejection('not-found', 'There is no such service request')
  return request
}
