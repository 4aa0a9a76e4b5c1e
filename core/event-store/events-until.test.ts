import { expect, test } from 'vitest'
import { eventsUntil } from './events-until.ts'

/** The clock was set back by two hours before the last event. */
const events = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:30:00.000Z', '2026-11-21T08:40:00.000Z'].map(
  (at, revision) => ({ at, revision }),
)

test.each([
  [{}, 3],
  [{ revision: 1 }, 2],
  [{ at: '2026-11-21T10:30:00Z' }, 3],
  [{ at: '2026-11-21T15:40:00+05:30' }, 1],
  [{ at: '2026-11-21T10:30:00Z', revision: 0 }, 1],
  [{ at: '2026-11-21T09:00:00Z' }, 0],
])('the events until %j are the first %i, even if the clock was set back', (until, count) =>
  expect(eventsUntil(events, until)).toEqual(events.slice(0, count)),
)
