import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPlainLog } from '#core/cli/plain-log.ts'
import { openTerminal } from '#core/cli/terminal.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { eventsCommand } from '#modules/audit/events/ops.ts'
import { eventOf, openPostgresStores, type PostgresStores } from '../support/event-store/event-stores.ts'

let stores: PostgresStores

beforeEach(async () => {
  stores = await openPostgresStores()
})
afterEach(() => stores.dispose())

async function events(parameters: { stream?: string; limit?: number; isJson?: boolean } = {}) {
  const { stream, limit = 50, isJson = false } = parameters
  const lines: string[] = []
  const terminal = openTerminal({ isJson, stdout: { write: (line) => lines.push(line) } })
  const deps = { store: stores.store, terminal, signal: new AbortController().signal }
  const isDone = await eventsCommand(deps, { stream, isFollowing: false, limit })
  return { isDone, lines, text: lines.join('') }
}

const append = (stream: string, ...types: string[]) =>
  stores.store.append(
    stream,
    'any',
    types.map((type) => eventOf(type)),
  )

/** Bypasses the store, as only a Postgres client can. */
async function appendUnreadable(stream: string, expected: number, ...types: string[]): Promise<void> {
  const events = types.map((type) => ({ ...eventOf(type), data: [] }))
  await stores.database.pool.query('select append_events($1)', [JSON.stringify([{ stream, expected, events }])])
}

describe('ops events', () => {
  test('prints the newest events, oldest first, or those of one stream', async () => {
    await append('thing-1', 'Made', 'Changed')
    await append('thing-2', 'Made')
    expect((await events({ limit: 2 })).lines).toEqual([
      expect.stringMatching(/^2 .* thing-1@1 {2}Changed {2}by Asha Rao/),
      expect.stringMatching(/^3 .* thing-2@0 {2}Made/),
    ])
    expect((await events({ stream: 'thing-1' })).lines).toHaveLength(2)
    expect(await events({ stream: 'thing-3' })).toMatchObject({
      isDone: true,
      text: 'there is no event of the stream "thing-3"\n',
    })
  })

  test.each([{}, { stream: 'thing-1' }])(
    'reports each unreadable event in its position and continues, with %j',
    async (of) => {
      await append('thing-1', 'Made')
      await appendUnreadable('thing-1', 0, 'Broken', 'Shattered')
      await append('thing-1', 'Changed')
      const reason = 'cannot be read: its data is not a JSON object'
      const { isDone, lines } = await events(of)
      expect(isDone).toBe(false)
      expect(lines).toEqual([
        expect.stringMatching(/^1 .* Made/),
        expect.stringContaining(`2  event Broken at position 2 (thing-1@1) ${reason}  data: []  metadata: {`),
        expect.stringContaining(`3  event Shattered at position 3 (thing-1@2) ${reason}  data: []  metadata: {`),
        expect.stringMatching(/^4 .* Changed/),
      ])
      const { text } = await events({ ...of, isJson: true })
      const [, broken, , changed] = JSON.parse(text)
      expect(broken).toMatchObject({ position: 2, type: 'Broken', unreadable: expect.stringContaining(reason) })
      expect(changed).toMatchObject({ position: 4, type: 'Changed', data: {} })
    },
  )
})

test.each([{}, { stream: 'thing-1' }])(
  'reads a run of unreadable events in steps of one event each, with %j',
  async (of) => {
    await append('thing-1', 'Made')
    await appendUnreadable('thing-1', 0, ...Array.from({ length: 40 }, () => 'Broken'))
    await append('thing-1', 'Changed', 'Changed')
    const { store } = stores
    let requested = 0
    const readAll: typeof store.readAll = (after, how) => {
      requested += how.limit
      return store.readAll(after, how)
    }
    const readStream: typeof store.readStream = (stream, span = {}) => {
      requested += (span.to ?? 43) - (span.from ?? 0)
      return store.readStream(stream, span)
    }
    const lines: string[] = []
    const terminal = openTerminal({ isJson: false, stdout: { write: (line) => lines.push(line) } })
    const deps = { store: { ...store, readAll, readStream }, terminal, signal: new AbortController().signal }
    expect(await eventsCommand(deps, { ...of, isFollowing: false, limit: 50 })).toBe(false)
    expect(lines).toHaveLength(43)
    // 43 events and one or two pages, not a page for each event.
    expect(requested).toBeLessThan(250)
  },
)

test('skips the events of other applications, and counts them', async () => {
  await append('thing-1', 'Made')
  const { store } = stores
  const foreign = Array.from({ length: 3 }, (_, i) => ({ position: i + 2, stream: `room-${i}`, type: 'Booked' }))
  const readAll: typeof store.readAll = async (...requested) => ({
    ...(await store.readAll(...requested)),
    foreign,
  })
  const lines: string[] = []
  const terminal = openTerminal({ isJson: false, stdout: { write: (line) => lines.push(line) } })
  const deps = { store: { ...store, readAll }, terminal, signal: new AbortController().signal }
  expect(await eventsCommand(deps, { isFollowing: false, limit: 50 })).toBe(true)
  expect(lines).toEqual([expect.stringContaining('Made'), 'skipped 3 events of other applications\n'])
})

describe('ops events --follow', () => {
  test('waits while the event store is unavailable, reports that once, and continues', async () => {
    await append('thing-1', 'Made')
    const ending = new AbortController()
    const lines: string[] = []
    let refused = 0
    const readAll: typeof stores.store.readAll = (...requested) => {
      if (lines.length === 1 && refused < 2) {
        refused += 1
        return Promise.reject(new EngineUnavailable('event store'))
      }
      return stores.store.readAll(...requested)
    }
    const write = (line: string) => {
      lines.push(line)
      if (line.includes('waiting')) void append('thing-1', 'Changed')
      if (line.includes('Changed')) ending.abort()
    }
    const terminal = openTerminal({ isJson: false, stdout: { write } })
    const deps = { store: { ...stores.store, readAll }, terminal, signal: ending.signal }
    expect(await eventsCommand(deps, { isFollowing: true, limit: 50 })).toBe(true)
    expect(lines).toEqual([
      expect.stringContaining('Made'),
      'event store does not answer; waiting until it does\n',
      'the event store answers again\n',
      expect.stringContaining('Changed'),
    ])
  })
})

test('a command logs one plain line per entry, without a stack', () => {
  const lines: string[] = []
  openPlainLog('error', { write: (line) => lines.push(line) }).error({ err: new Error('away') }, 'was not recorded')
  expect(lines).toEqual(['error: was not recorded: away\n'])
})
