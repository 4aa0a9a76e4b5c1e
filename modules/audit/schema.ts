import { Type, type Static } from 'typebox'

/** An event with all that is known about where it comes from (contract §3). */
export const AuditEvent = Type.Object({
  id: Type.String(),
  position: Type.Integer(),
  stream: Type.String(),
  revision: Type.Integer(),
  category: Type.String(),
  type: Type.String(),
  at: Type.String({ format: 'date-time' }),
  by: Type.Object({ id: Type.String(), name: Type.String(), role: Type.String() }),
  correlationId: Type.String(),
  causationId: Type.String(),
  schemaVersion: Type.Integer(),
  data: Type.Record(Type.String(), Type.Unknown()),
})
export type AuditEvent = Static<typeof AuditEvent>
