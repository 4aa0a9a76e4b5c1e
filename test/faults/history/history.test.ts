import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordFigure } from '../../support/runner/figures.ts'
import { openCampaign, type Campaign } from './run/campaign.ts'
import { scheduleOf, type ScheduleSize } from './run/schedule.ts'

/** `HISTORY_SEED` repeats the schedules with these seeds, separated by commas; `HISTORY_SCHEDULES` draws that many. */
const { HISTORY_SEED: given = '', HISTORY_SCHEDULES: drawn = '' } = process.env
const isLong = given !== '' || drawn !== ''
const size: ScheduleSize = isLong
  ? { kills: 5, mostOthers: 5, longestMs: 6_500, answers: 250 }
  : { kills: 1, mostOthers: 1, longestMs: 1_500, answers: 60 }
/** More would make the replays long. */
const schedulesPerDatabase = 25

const seeds = given === '' ? seedsFrom(isLong ? Math.floor(Math.random() * 1e6) : 1) : given.split(',').map(Number)
const parts = Array.from({ length: Math.ceil(seeds.length / schedulesPerDatabase) }, (_, i) =>
  seeds.slice(i * schedulesPerDatabase, (i + 1) * schedulesPerDatabase),
)

function seedsFrom(first: number): number[] {
  return Array.from({ length: isLong ? Number(drawn) : 1 }, (_, i) => first + i)
}

describe.each(parts.map((own) => ({ own, first: own[0], last: own.at(-1) })))(
  'the histories of 8 buyers, 2 admins and 2 replays, with seeds $first to $last',
  ({ own }) => {
    let campaign: Campaign

    beforeAll(async () => {
      campaign = await openCampaign()
    }, 540_000)
    afterAll(() => campaign?.close(), 60_000)

    test.each(own)(
      `leave each read model as the fold of the log (seed %i)`,
      async (seed) => {
        const before = campaign.calls.length
        const begun = performance.now()
        const violations = await campaign.run(scheduleOf(seed, size))
        const calls = campaign.calls.slice(before)
        const lost = calls.filter(({ outcome }) => outcome.kind === 'unknown').length
        const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
        process.stdout.write(`seed ${seed}: ${calls.length} calls, ${lost} without an answer, ${seconds} s\n`)
        expect(violations).toEqual([])
      },
      900_000,
    )

    test('are linearizable, lose and duplicate nothing, and send exactly the mails that they should', async ({
      task,
    }) => {
      const violations = await campaign.finish()
      recordFigure(task, 'schedules', own.length)
      recordFigure(task, 'calls', campaign.calls.length)
      for (const [name, count] of campaign.faults) recordFigure(task, `faults: ${name}`, count)
      const faults = [...campaign.faults].map(([name, count]) => `${name} ${count}`).join(', ')
      process.stdout.write(`${own.length} schedules, ${campaign.calls.length} calls; ${faults}\n`)
      expect(violations).toEqual([])
    }, 1_800_000)
  },
)
