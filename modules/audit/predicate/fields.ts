import type { EventDefinition, EventDefinitions } from '#core/event-store/event-definition.ts'
import type { EventLogRow } from '../events/tables.ts'
import type { AuditEvent } from '../schema.ts'
import type { Field, Fields, Located, Value } from './field.ts'
import { leavesOf, type LeafKind } from './schema-leaves.ts'

/** Every field that the events of these definitions have. */
export function fieldsOf(definitions: EventDefinitions): Fields {
  const own = [...columnFields(definitions), ...metadataFields]
  return new Map([...own, ...dataFields(definitions)].map((field) => [field.name, field]))
}

function columnFields(definitions: EventDefinitions): readonly Field[] {
  const types = Object.keys(definitions)
  const categories = [...new Set(Object.values(definitions).map(({ category }) => category.name))]
  return [
    inColumn('id', 'event_id'),
    inColumn('position', 'position', 'number'),
    inColumn('stream', 'stream'),
    inColumn('revision', 'revision', 'number'),
    { ...inColumn('category', 'category'), choices: categories },
    { ...inColumn('type', 'type'), choices: types },
    inColumn('by', 'by_id'),
    inColumn('by.id', 'by_id'),
    inColumn('correlationId', 'correlation_id'),
    inColumn('causationId', 'causation_id'),
    inColumn('at', 'at', 'time'),
  ]
}

function inColumn(name: string, column: keyof EventLogRow, kind: 'text' | 'number' | 'time' = 'text'): Field {
  const isOrdered = kind !== 'text'
  return { name, column, kinds: new Set([kind]), isSealed: false, isOrdered, valuesIn: ({ row }) => [row[column]] }
}

const metadataFields: readonly Field[] = [
  { ...ofEvent('by.role', ({ by }) => by.role), choices: ['ADMIN', 'STAFF', 'USER', 'GUEST', 'SYSTEM'] },
  { ...ofEvent('by.name', ({ by }) => by.name), isSealed: true },
]

function ofEvent(name: string, valueIn: (event: AuditEvent) => Value): Field {
  const valuesIn = ({ event }: Located) => [valueIn(event)]
  return { name, kinds: new Set(['text']), isSealed: false, isOrdered: false, valuesIn }
}

/**
 * A path that is personal in any event type is sealed in all of them: a value that a caller compares it with may be
 * personal data.
 */
function dataFields(definitions: EventDefinitions): readonly Field[] {
  const found = new Map<string, { kinds: Set<LeafKind>; isSealed: boolean }>()
  for (const definition of Object.values(definitions))
    for (const { path, kind } of leavesOf(definition.schema)) {
      const field = found.get(path) ?? { kinds: new Set(), isSealed: false }
      field.kinds.add(kind)
      field.isSealed ||= isPersonal(definition, path)
      found.set(path, field)
    }
  return [...found].map(([path, { kinds, isSealed }]) => {
    const keys = path.split('.')
    const valuesIn = ({ event }: Located) => valuesAt(event.data, keys)
    return { name: `data.${path}`, kinds, isSealed, isOrdered: true, valuesIn }
  })
}

function isPersonal({ personal }: EventDefinition, path: string): boolean {
  return personal?.fields.some((field) => path === field || path.startsWith(`${field}.`)) ?? false
}

/** The values at a path; a list means each of its items. */
function valuesAt(value: unknown, keys: readonly string[]): readonly Value[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesAt(item, keys))
  const [key, ...rest] = keys
  if (key === undefined) return isValue(value) ? [value] : []
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return []
  return valuesAt(Object.entries(value).find(([name]) => name === key)?.[1], rest)
}

function isValue(value: unknown): value is Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
