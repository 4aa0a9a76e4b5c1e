import { describe, expect, test } from 'vitest'
import { createMailGate, type Passage } from './mail-gate.ts'

function openGate(patienceMs = 10) {
  const clock = { ms: 0 }
  const options = { mostPerDomain: 2, patienceMs, firstPauseMs: 30_000, longestPauseMs: 600_000, now: () => clock.ms }
  return { gate: createMailGate(options), clock }
}

const passing = (entered: Passage | { waitMs: number }): Passage =>
  'end' in entered ? entered : expect.fail(`has to wait for ${entered.waitMs} ms`)
const waiting = (entered: Passage | { waitMs: number }): number =>
  'waitMs' in entered ? entered.waitMs : expect.fail('may pass')

describe('the gate before the mail server', () => {
  test('leaves a worker to other domains while mails to one are slow', async () => {
    const { gate } = openGate()
    passing(await gate.enter('slow.in'))
    passing(await gate.enter('slow.in'))
    expect(waiting(await gate.enter('slow.in'))).toBeGreaterThan(0)
    passing(await gate.enter('quick.in'))
  })

  test('makes a worker wait for mails to the same domain that are quick', async () => {
    const { gate } = openGate(60_000)
    const first = passing(await gate.enter('quick.in'))
    passing(await gate.enter('quick.in'))
    const third = gate.enter('quick.in')
    first.end('answered')
    expect(await third).toHaveProperty('end')
  })

  test('lets one mail at a time probe a domain for which the server stalls, after growing pauses', async () => {
    const { gate, clock } = openGate()
    passing(await gate.enter('slow.in')).end('stalled')
    expect(waiting(await gate.enter('slow.in'))).toBe(30_000)
    passing(await gate.enter('quick.in')).end('answered')
    clock.ms = 30_000
    const probe = passing(await gate.enter('slow.in'))
    expect(waiting(await gate.enter('slow.in'))).toBeLessThan(30_000)
    probe.end('stalled')
    expect(waiting(await gate.enter('slow.in'))).toBe(60_000)
    clock.ms = 90_000
    passing(await gate.enter('slow.in')).end('answered')
    passing(await gate.enter('slow.in'))
    passing(await gate.enter('slow.in'))
  })

  test('lets one mail at a time probe a server that stalls for every domain, until it accepts one', async () => {
    const { gate, clock } = openGate()
    for (const domain of ['a.in', 'b.in']) passing(await gate.enter(domain)).end('stalled')
    expect(waiting(await gate.enter('c.in'))).toBe(30_000)
    clock.ms = 30_000
    const probe = passing(await gate.enter('c.in'))
    for (const domain of ['a.in', 'c.in', 'd.in']) expect(waiting(await gate.enter(domain))).toBeGreaterThan(0)
    probe.end('answered')
    for (const domain of ['c.in', 'd.in', 'e.in']) passing(await gate.enter(domain))
  })

  test('counts a refusal as a response, and never waits longer than the longest pause', async () => {
    const { gate, clock } = openGate()
    for (let stalls = 0; stalls < 20; stalls++) {
      passing(await gate.enter('slow.in')).end('stalled')
      const waitMs = waiting(await gate.enter('slow.in'))
      expect(waitMs).toBeLessThanOrEqual(600_000)
      clock.ms += waitMs
    }
  })
})
