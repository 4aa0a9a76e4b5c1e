import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import {
  appendPurses,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '../support/projections/workbench.ts'
import { recordFigure } from '../support/runner/figures.ts'
import { randomFrom } from '../support/random.ts'
import { startReplayer, type Replayer } from '../support/projections/replayer.ts'
import { whileRunning } from '../support/while-running.ts'

const rounds = Number(process.env['REPLAY_KILLS'] ?? 2)
const liveSeconds = Number(process.env['REPLAY_LIVE_SECONDS'] ?? 4)
const seed = Number(process.env['REPLAY_SEED'] ?? 11)

let workbench: Workbench
let replayer: Replayer | undefined

beforeEach(async () => {
  workbench = await openWorkbench()
})
afterEach(async () => {
  await replayer?.kill()
  await workbench.dispose()
})

test(
  `a replay killed ${rounds} times at random moments (seed ${seed}) leaves the live rows whole, and can be resumed`,
  async ({ task }) => {
    const random = randomFrom(seed)
    await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 4_000))
    const expected = await foldedPurses(workbench.store)
    for (let round = 0; round < rounds; round++) {
      replayer = await startReplayer(workbench.url)
      const reading = whileRunning(async () => expect(await pursesIn(workbench)).toEqual(expected))
      await sleep(random() * 1_500)
      await replayer.kill()
      await reading.stop()
    }
    await eventually(() => workbench.operations().replay('purses', { resume: true }), 60_000)
    expect(await pursesIn(workbench)).toEqual(expected)
    recordFigure(task, 'kills of a replay', rounds)
    await workbench.untilPassed(await appendPurses(workbench, 100))
    expect(await workbench.operations().verify('purses')).toMatchObject({ ok: true })
  },
  60_000 + rounds * 10_000,
)

test(
  `replays during ${liveSeconds} s of appends lose, duplicate and reorder nothing`,
  async () => {
    await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 1_000))
    const appending = whileRunning(() => appendPurses(workbench, 5, 'q'))
    replayer = await startReplayer(workbench.url)
    let replays = 0
    replayer.onReplayed(() => (replays += 1))
    await sleep(liveSeconds * 1_000)
    await eventually(() => expect(replays).toBeGreaterThan(0), 60_000)
    expect(await appending.stop()).toBeGreaterThan(0)
    await replayer.kill()
    await workbench.untilPassed(await appendPurses(workbench, 5, 'q'))
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    expect(await workbench.operations().verify('purses')).toMatchObject({ ok: true })
  },
  90_000 + liveSeconds * 1_000,
)
