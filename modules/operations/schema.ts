import { Type, type Static } from 'typebox'

/** How one read model stands (contract §2 Audit and operations). Positions and lag count events. */
const ProjectionStatus = Type.Object({
  name: Type.String(),
  version: Type.Integer(),
  status: Type.Union([
    Type.Literal('live'),
    Type.Literal('catching-up'),
    Type.Literal('rebuilding'),
    Type.Literal('failed'),
  ]),
  position: Type.Integer(),
  lag: Type.Integer(),
  eventsPerSecond: Type.Number(),
  updatedAt: Type.String({ format: 'date-time' }),
  error: Type.Optional(Type.Unknown({ description: 'The event that stopped it, and why' })),
  rebuild: Type.Optional(
    Type.Object({
      position: Type.Integer(),
      total: Type.Integer(),
      percent: Type.Number(),
      etaSeconds: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
})

export const ProjectionsStatus = Type.Object({
  head: Type.Integer(),
  projections: Type.Array(ProjectionStatus),
  reactors: Type.Array(ProjectionStatus, { description: 'What follows the events to do something, such as mails' }),
})
export type ProjectionsStatus = Static<typeof ProjectionsStatus>

export const ReplayStarted = Type.Object({ name: Type.String(), status: Type.Literal('rebuilding') })
