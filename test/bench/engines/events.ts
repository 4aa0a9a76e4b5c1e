import { newId } from '#core/domain/ids.ts'
import { eventOf } from '../../support/event-store/event-stores.ts'
import type { MeasuredLog } from './event-logs.ts'
import { median } from '../support/load.ts'
import { costOf } from '../support/percentiles.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15)
const appendsARound = Number(process.env['BENCH_APPENDS'] ?? 320)
const page = 500

/** An order's worth of data, sealed as the shop keeps it. */
const data = {
  orderId: 'ORD48210377',
  totalAmount: 1_249_900,
  items: Array.from({ length: 3 }, (_, i) => ({
    productId: `product-${i}`,
    title: 'Patient Monitor',
    quantity: i + 1,
  })),
  sealed: 'x'.repeat(400),
}

type Compared = { engine: string; mine: MeasuredLog; bare: MeasuredLog }

/** Appends at 1, 16 and 64 in flight, and catching up, with the adapter and the bare client in turn; closes both. */
export async function compareEventLogs({ engine, mine, bare }: Compared): Promise<string[]> {
  const lines: string[] = []
  for (const inFlight of [1, 16, 64]) {
    const times = await inTurn((log) => appendMany(log, inFlight), { mine, bare })
    lines.push(`appends on ${engine}, ${inFlight} in flight: ${told(times, appendsARound)}`)
  }
  const events = appendsARound * 10
  const times = await inTurn((log) => log.catchUp(events, page), { mine, bare })
  await mine.close()
  await bare.close()
  return [...lines, `catching up on ${engine}, ${page} events a page: ${told(times, events)}`]
}

type Times = Record<'mine' | 'bare', { ms: number; processorMs: number }[]>

/** Many short rounds, because the machine is not quiet; they change places, and the first two find the code cold. */
async function inTurn(work: (log: MeasuredLog) => Promise<void>, logs: Omit<Compared, 'engine'>): Promise<Times> {
  const times: Times = { mine: [], bare: [] }
  for (let round = 0; round < rounds + 2; round++) {
    for (const who of round % 2 === 0 ? (['mine', 'bare'] as const) : (['bare', 'mine'] as const)) {
      const [begun, used] = [performance.now(), process.cpuUsage()]
      await work(logs[who])
      const { user, system } = process.cpuUsage(used)
      if (round > 1) times[who].push({ ms: performance.now() - begun, processorMs: (user + system) / 1_000 })
    }
  }
  return times
}

/** The processor's time is this process's alone: it says what the adapter costs where the clock is disturbed by others. */
function told({ mine, bare }: Times, count: number): string {
  const rate = (times: Times['mine']) => (count / (median(times.map(({ ms }) => ms)) / 1_000)).toFixed(0)
  const ratios = mine.map(({ processorMs }, index) => processorMs / (bare[index]?.processorMs ?? Number.NaN))
  const cost = costOf(
    mine.map(({ ms }) => ms),
    bare.map(({ ms }) => ms),
  )
  const processor = `${((median(ratios) - 1) * 100).toFixed(0)} % of processor time`
  return `${rate(mine)}/s; bare client ${rate(bare)}/s: ${cost}; ${processor}`
}

/** Each writer has a stream of its own, and waits for one append before the next. */
async function appendMany(log: MeasuredLog, inFlight: number): Promise<void> {
  const each = Math.ceil(appendsARound / inFlight)
  const writers = Array.from({ length: inFlight }, async () => {
    const stream = `bench-${newId()}`
    for (let revision = 0; revision < each; revision++) await log.append(stream, revision, eventOf('Measured', data))
  })
  await Promise.all(writers)
}
