import type { Terminal } from '#core/cli/terminal.ts'
import type { Database } from '#core/database/database.ts'
import { OperatorError } from '#core/domain/errors.ts'
import { copyRecordIn, type CopyRecord } from '#core/event-store/copy/copy-record.ts'
import type { CopyTarget } from '#core/event-store/copy/copy-target.ts'
import { differing, fingerprint, type Fingerprint } from '#core/event-store/copy/fingerprint.ts'
import { copyEvents } from '#core/event-store/copy/copy-events.ts'
import type { EventLogHome } from '#core/event-store/identity/event-log-home.ts'
import { categoryOf, type EventStore } from '#core/event-store/event-store.ts'
import { openCopyTarget, openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import { claimCopy } from '#core/event-store/identity/claim-copy.ts'
import type { ShopIdentity } from '#core/event-store/identity/shop-identity.ts'
import type { ShopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { readEventStoreDbUrl, type EventStoreDbSettings } from '#core/event-store/eventstoredb/connection/url.ts'

type Deps = {
  eventTables: EventStore
  /** Holds the event tables and the record of the copy. */
  database: Pick<Database, 'db'>
  eventsIn: EventLogHome
  /** The owner of the events, which claims the target before any event is copied. */
  identity: Pick<ShopIdentity, 'claim'>
  /** Which events of a log belong to a shop. */
  shops: ShopsEvents
  terminal: Terminal
  signal: AbortSignal
}

/** `ops copy-events`: copies the log to EventStoreDB, then compares; true only if both logs are equal. */
export async function copyEventsCommand(deps: Deps, url: string): Promise<boolean> {
  if (deps.eventsIn === 'eventstoredb') {
    throw new OperatorError(
      'this shop’s events are already in EventStoreDB',
      'Unset EVENTSTORE_URL to copy from the tables.',
    )
  }
  const settings = readEventStoreDbUrl('--to', url)
  await claimCopy({ ...deps, settings, ownership: await deps.identity.claim(), from: deps.eventTables })
  const to = openCopyTarget({ settings })
  const record = copyRecordIn(deps.database.db, hostsOf(settings))
  try {
    const upTo = await copyAll(deps, to, record)
    if (deps.signal.aborted) return interrupted(deps.terminal)
    const isWhole = await compare(deps, settings, upTo)
    await record.judge(isWhole)
    return isWhole
  } finally {
    await to.store.close()
  }
}

/** The name of a target without the credentials of its URL, which the record must not contain. */
function hostsOf({ endpoints }: EventStoreDbSettings): string {
  return endpoints.map(({ address, port }) => `${address}:${port}`).join(',')
}

async function copyAll({ eventTables, terminal, signal }: Deps, to: CopyTarget, record: CopyRecord): Promise<number> {
  const progress = terminal.progress('copy')
  const onProgress = (done: number, total: number) => progress.update(done, total)
  try {
    return await copyEvents({ from: eventTables, to, record, signal, onProgress })
  } finally {
    progress.stop()
  }
}

/** Compares only the streams of the target in the shop's own categories. */
async function compare(deps: Deps, settings: EventStoreDbSettings, upTo: number): Promise<boolean> {
  const { eventTables, terminal } = deps
  const progress = terminal.progress('compare')
  const total = upTo * 2
  const here = await fingerprint(eventTables, upTo, (events) => progress.update(events, total))
  const there = await fingerprintThere(settings, here, (events) => progress.update(here.events + events, total))
  progress.stop()
  const different = differing(here, there)
  const hasGrown = (await eventTables.head()) > upTo
  const isEqual = different.length === 0 && here.order === there.order && !hasGrown
  terminal.json({ events: here.events, copied: there.events, streams: here.streams.size, different, hasGrown, isEqual })
  terminal.print(
    `${here.events} events in ${here.streams.size} streams here, ${there.events} in ${there.streams.size} there`,
  )
  for (const stream of different.slice(0, 20)) terminal.print(`  different: ${stream}`)
  for (const line of advice(isEqual, hasGrown)) terminal.print(line)
  return isEqual
}

async function fingerprintThere(
  settings: EventStoreDbSettings,
  here: Fingerprint,
  onProgress: (events: number) => void,
): Promise<Fingerprint> {
  const ours = new Set(Array.from(here.streams.keys(), categoryOf))
  const shops = { has: ({ stream }: { stream: string }) => ours.has(categoryOf(stream)), types: undefined }
  const store = openEventStoreDb({ settings, shops })
  try {
    return await fingerprint(store, await store.head(), onProgress)
  } finally {
    await store.close()
  }
}

function advice(isEqual: boolean, hasGrown: boolean): string[] {
  if (hasGrown) return ['The shop has written more events. Stop it and run this again: it continues where it stopped.']
  if (!isEqual)
    return ['The two logs differ: do not use the copy. Run this again into an EventStoreDB without these streams.']
  return [
    'Both logs are equal. Keep the shop stopped, set EVENTSTORE_URL to that address, then start it:',
    'no email is sent again, and the read models are replayed automatically while the shop is open.',
  ]
}

function interrupted(terminal: Terminal): boolean {
  terminal.print('Stopped. Run it again: it continues where it stopped.')
  return false
}
