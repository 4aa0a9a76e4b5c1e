import type { CommandContext } from '../../domain/handle-command.ts'
import type { RouteRequest } from './route.ts'

/** The context of a request's command: its actor, and the request's id as the correlation id of all its events. */
export function contextOf(
  request: Pick<RouteRequest<unknown, unknown, unknown>, 'actor' | 'requestId' | 'traceId' | 'commandId'>,
): CommandContext {
  const { id, name, role } = request.actor
  return {
    actor: { id, name, role },
    correlationId: request.requestId,
    traceId: request.traceId,
    causationId: request.requestId,
    commandId: request.commandId,
  }
}
