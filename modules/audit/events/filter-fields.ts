import { Type } from 'typebox'
import { isoTime } from '#core/domain/clock.ts'
import { Timestamp } from '#core/http/schemas/timestamp.ts'

/** The parameters of a query that filter events. */
export const eventFilterFields = {
  stream: Type.Optional(Type.String({ maxLength: 300, examples: ['order-ORD48210377'] })),
  category: Type.Optional(Type.String({ maxLength: 60, examples: ['order'] })),
  type: Type.Optional(Type.String({ maxLength: 100, examples: ['OrderPlaced'] })),
  by: Type.Optional(Type.String({ maxLength: 100, description: 'The id of the account that caused it' })),
  correlationId: Type.Optional(Type.String({ maxLength: 100, description: 'The id of the request it belongs to' })),
  without: Type.Optional(Type.String({ maxLength: 60, description: 'A category to leave out', examples: ['audit'] })),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
}

/** The same time in UTC, as events have theirs. */
export function inUtc(time: string | undefined): string | undefined {
  return time === undefined ? undefined : isoTime(Date.parse(time))
}
