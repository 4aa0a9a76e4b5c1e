import type { CommandContext } from '../../domain/handle-command.ts'
import type { RouteRequest } from './route.ts'

/** A request as the cause of a command: whoever asks is recorded, and the request's id ties all its events together. */
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
