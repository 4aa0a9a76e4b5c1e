import { operatorAtKeyboard } from '#core/cli/operator.ts'
import { columns, type Terminal } from '#core/cli/terminal.ts'
import { counted } from '#core/text/counted.ts'
import type { Database } from '#core/database/database.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { findLostKeys, type LostKey, type LostKeys } from '#core/event-store/lost-keys/find-lost-keys.ts'
import { newId } from '#core/domain/ids.ts'
import type { PersonalData } from '#core/personal-data/personal-data.ts'
import { acceptLostKey, assertPlausible, givenReason, noteReturnedKeys } from './commands.ts'
import { accountQueries } from '../read-model.ts'

type Deps = {
  infrastructure: {
    database: Pick<Database, 'db'>
    store: EventStore
    /** The log without decryption: personal texts stay sealed. */
    sealedStore: EventStore
    personalData: PersonalData
  }
  terminal: Terminal
  signal: AbortSignal
  /** Retries failed read models and reactors, and requests a replay of the read models that hold personal data. */
  recover: () => Promise<void>
}

export type AcceptLostKeyOptions = {
  /** An account's id or login name; undefined with `isAll`. */
  person: string | undefined
  isAll: boolean
  /** If false, the command is a dry run. */
  isConfirmed: boolean
  /** Required above 5 % of all persons: the number of persons to show as erased. */
  confirmedCount: number | undefined
  reason: string
}

/**
 * `ops accept-lost-key`: lists the persons whose keys are lost, and with `--yes` shows them as erased from then on.
 * @throws OperatorError, Rejection
 */
export async function acceptLostKeyCommand(deps: Deps, options: AcceptLostKeyOptions): Promise<boolean> {
  const { infrastructure, terminal, recover } = deps
  assertOneChoice(options)
  const by = { ...infrastructure, newId, by: operatorAtKeyboard() }
  const returned = await noteReturnedKeys(by)
  for (const person of returned) terminal.print(`${person}: the key was restored, and the person can be read again`)
  const found = await find(deps)
  const chosen = await chosenFrom(found, deps, options)
  await print(deps, found, chosen)
  const isDone = options.isConfirmed && chosen.length > 0
  if (isDone) {
    const reason = givenReason(options.reason)
    assertPlausible(found, chosen.length, options.confirmedCount)
    for (const lost of chosen) await acceptLostKey(by, lost, reason)
    terminal.print(`${counted(chosen.length, 'person')} shown as erased from now on, until the key is restored.`)
  } else if (chosen.length > 0) {
    terminal.print('Nothing was changed. To show them as erased, run the same command with --yes --reason "…"')
  }
  if (isDone || returned.length > 0) await recover()
  terminal.json({ persons: found.persons, lost: chosen, returned, accepted: isDone })
  return true
}

function assertOneChoice({ isAll, person }: AcceptLostKeyOptions): void {
  if (isAll === (person !== undefined))
    throw new Rejection('invalid', 'Name one person by account id or login name, or give --all')
}

async function find({ infrastructure, terminal, signal }: Deps): Promise<LostKeys> {
  const { sealedStore: sealed, personalData } = infrastructure
  const shown = terminal.progress('looking for lost keys')
  try {
    return await findLostKeys({ sealed, personalData, signal, onProgress: (done, total) => shown.update(done, total) })
  } finally {
    shown.stop()
  }
}

async function chosenFrom({ lost }: LostKeys, deps: Deps, options: AcceptLostKeyOptions): Promise<LostKey[]> {
  const { person } = options
  if (person === undefined) return lost
  const account = await accountQueries(deps.infrastructure.database.db).findByUsername(person)
  const found = lost.filter(({ subject }) => subject === person || subject === account?.id)
  if (found.length > 0) return found
  throw new Rejection('not-found', `No event is unreadable without the key of ${person}: nothing to accept`)
}

async function print({ infrastructure, terminal }: Deps, { persons }: LostKeys, chosen: readonly LostKey[]) {
  if (chosen.length === 0) return terminal.print(`The keys of all ${counted(persons, 'person')} are present.`)
  const accounts = accountQueries(infrastructure.database.db)
  const rows = [['person', 'login name', 'events', 'orders', 'cause']]
  for (const { subject, events, streams, cause } of chosen) {
    const account = await accounts.find(subject)
    rows.push([subject, account?.username ?? '', String(events), String(streams['order'] ?? 0), cause])
  }
  for (const line of columns(rows)) terminal.print(line)
}
