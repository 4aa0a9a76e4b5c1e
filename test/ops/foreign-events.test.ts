import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { shopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'
import { eventsCommand } from '#modules/audit/events/ops.ts'
import { generateEvents } from '#test/support/event-store-double/others/generated-events.ts'
import { eventOf, openDoubleStores, type DoubleStores } from '#test/support/event-store/event-stores.ts'

const schema = Type.Object({})
const shops = shopsEvents(inCategory({ name: 'room', id: /^[0-9]{3}$/ }, { Opened: { version: 1, schema } }))

describe('ops events in an EventStoreDB (a double) with 5,000 events of another application', () => {
  let stores: DoubleStores
  let store: EventStore

  beforeAll(async () => {
    stores = await openDoubleStores()
    store = await stores.another(shops)
    await store.append('room-101', 'any', [eventOf('Opened')])
    generateEvents(stores.double.log, { count: 5_000, bytes: 1_000 })
    await store.append('room-102', 'any', [eventOf('Opened')])
  })
  afterAll(() => stores.dispose())

  test('shows the shop’s events, counts the others, and reads the log in pages', async () => {
    const lines: string[] = []
    const terminal = openTerminal({ isJson: false, stdout: { write: (line) => lines.push(line) } })
    const before = stores.double.reads()
    const deps = { store, terminal, signal: new AbortController().signal }
    const isWhole = await eventsCommand(deps, { isFollowing: false, limit: 50 })
    expect({ isWhole, lines }).toEqual({
      isWhole: true,
      lines: [
        expect.stringContaining('room-101@0  Opened'),
        expect.stringContaining('room-102@0  Opened'),
        'skipped 5000 events of other applications\n',
      ],
    })
    // Backwards from the end to find the head and the first of the fifty events, then forwards from there.
    expect(stores.double.reads() - before).toBeLessThan(60)
  })
})
