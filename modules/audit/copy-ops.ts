import type { Terminal } from '#core/cli/terminal.ts'
import { OperatorError } from '#core/errors.ts'
import { copyEvents, differing, fingerprint } from '#core/event-store/copy-events.ts'
import type { EventLogHome } from '#core/event-store/event-log-home.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { openEventStoreDb } from '#core/event-store/eventstoredb.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb-url.ts'

type Needs = { eventTables: EventStore; eventsIn: EventLogHome; terminal: Terminal; signal: AbortSignal }

/** `ops copy-events`: carries the log to EventStoreDB, then compares; true only where both say the same. */
export async function copyEventsCommand(needs: Needs, url: string): Promise<boolean> {
  if (needs.eventsIn === 'eventstoredb') {
    throw new OperatorError(
      'this shop’s events are in EventStoreDB already',
      'Unset EVENTSTORE_URL to copy from the tables.',
    )
  }
  const to = openEventStoreDb({ settings: readEventStoreDbUrl('--to', url) })
  try {
    const upTo = await copyAll(needs, to)
    return needs.signal.aborted ? interrupted(needs.terminal) : await compare(needs, to, upTo)
  } finally {
    await to.close()
  }
}

async function copyAll({ eventTables, terminal, signal }: Needs, to: EventStore): Promise<number> {
  const progress = terminal.progress('copy')
  try {
    return await copyEvents({
      from: eventTables,
      to,
      signal,
      onProgress: (done, total) => progress.update(done, total),
    })
  } finally {
    progress.stop()
  }
}

async function compare({ eventTables, terminal }: Needs, to: EventStore, upTo: number): Promise<boolean> {
  const progress = terminal.progress('compare')
  const total = upTo * 2
  const here = await fingerprint(eventTables, upTo, (events) => progress.update(events, total))
  const there = await fingerprint(to, await to.head(), (events) => progress.update(here.events + events, total))
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

function advice(isEqual: boolean, hasGrown: boolean): string[] {
  if (hasGrown) return ['The shop has written more meanwhile. Stop it, and run this again: it goes on where it is.']
  if (!isEqual) return ['The two logs differ: do not use the copy. Empty that EventStoreDB and run this again.']
  return [
    'Both say the same. Now keep the shop stopped, set EVENTSTORE_URL to that address and start it:',
    'every mail stays sent, and the read models are rebuilt by themselves while the shop is open.',
  ]
}

function interrupted(terminal: Terminal): boolean {
  terminal.print('Stopped. Run it again: it goes on where it is.')
  return false
}
