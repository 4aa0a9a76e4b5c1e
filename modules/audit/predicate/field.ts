import type { EventLogRow } from '../events/tables.ts'
import type { AuditEvent } from '../schema.ts'
import type { LeafKind } from './schema-leaves.ts'

/** Times are ISO texts in UTC. */
export type Value = string | number | boolean

/** An event together with its row in the list of all events. */
export type Located = { row: EventLogRow; event: AuditEvent }

/** A field that a predicate can name. */
export type Field = {
  /** As written in a predicate: `type`, `data.payment.method`. */
  name: string
  kinds: ReadonlySet<LeafKind | 'time'>
  /** The column of the list of all events that holds it, so that SQL can compare it. */
  column?: keyof EventLogRow
  /** Personal data, stored encrypted: only equality can be tested, and the test discloses data. */
  isSealed: boolean
  /** Whether `<` and `>` are defined. */
  isOrdered: boolean
  /** All values of the field in an event: none where it is absent, several in a list. */
  valuesIn: (located: Located) => readonly Value[]
  /** All possible values, if they are known. */
  choices?: readonly string[]
}

export type Fields = ReadonlyMap<string, Field>
