import { Rejection } from '#core/domain/errors.ts'
import type { PersonalData } from '#core/personal-data/personal-data.ts'
import { readLocated, type ReadDeps } from '../events/read-events.ts'
import type { EventLogRow } from '../events/tables.ts'
import { matchingOf } from '../predicate/ask-log.ts'
import { isInColumns } from '../predicate/condition-read-model.ts'
import { satisfying } from '../predicate/evaluate.ts'
import type { Fields } from '../predicate/field.ts'
import { parsePredicate } from '../predicate/parse-predicate.ts'
import type { Matching } from '../read-model.ts'
import type { AuditEvent } from '../schema.ts'
import type { ExportRow } from './tables.ts'

type Deps = {
  everyEvent: ReadDeps['everyEvent']
  wording: ReadDeps['wording']
  personalData: Pick<PersonalData, 'open'>
  fields: Fields
}

/** The events that an export contains. */
export type WantedEvents = {
  /** The part of the condition that SQL can evaluate. */
  matching: Matching
  /** Returns the wanted ones of these rows. */
  among: (rows: readonly EventLogRow[]) => Promise<AuditEvent[]>
}

/** @throws Rejection if the predicate of the export can no longer be read or parsed */
export async function wantedEvents(deps: Deps, { filter: { where, ...filter } }: ExportRow): Promise<WantedEvents> {
  const read = (rows: readonly EventLogRow[]) => readLocated({ ...deps, mailsOf: async () => new Map() }, rows)
  if (where === undefined) return { matching: filter, among: read }
  const predicate = parsePredicate(await openedWhere(deps, where), deps.fields)
  const matching = matchingOf(predicate, filter)
  if (isInColumns(predicate)) return { matching, among: read }
  return { matching, among: async (rows) => satisfying(predicate, rows, await read(rows)) }
}

/** A predicate may hold personal data, so it is stored with the key of the requester. */
async function openedWhere({ personalData }: Pick<Deps, 'personalData'>, sealed: string): Promise<string> {
  const where = await personalData.open(sealed)
  if (where === undefined) throw new Rejection('not-found', 'The account that requested this export no longer exists')
  return where
}

/** The same exports with their predicates in plain text. */
export function withPredicates({ personalData }: Pick<Deps, 'personalData'>, rows: readonly ExportRow[]) {
  return Promise.all(
    rows.map(async (row): Promise<ExportRow> => {
      const { where: sealed, ...filter } = row.filter
      if (sealed === undefined) return row
      const where = await personalData.open(sealed)
      return { ...row, filter: { ...filter, ...(where !== undefined && { where }) } }
    }),
  )
}
