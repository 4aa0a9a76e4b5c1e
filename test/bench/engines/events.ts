import { newId } from '#core/domain/ids.ts'
import { eventOf } from '../../support/event-store/event-stores.ts'
import type { MeasuredLog } from './event-logs.ts'
import { median } from '../support/load.ts'
import { costOf } from '../support/percentiles.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15)
const appendsARound = Number(process.env['BENCH_APPENDS'] ?? 320)
const page = 500

/** The data of a typical order, with sealed texts as the shop stores them. */
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

/** Appends with 1, 16 and 64 in flight and a catch-up, with the adapter and the bare client in turn; closes both. */
export async function compareEventLogs({ engine, mine, bare }: Compared): Promise<string[]> {
  const lines: string[] = []
  for (const inFlight of [1, 16, 64]) {
    const times = await inTurn((log) => appendMany(log, inFlight), { mine, bare })
    lines.push(`appends on ${engine}, ${inFlight} in flight: ${summaryOf(times, appendsARound)}`)
  }
  const events = appendsARound * 10
  const times = await inTurn((log) => log.catchUp(events, page), { mine, bare })
  await mine.close()
  await bare.close()
  return [...lines, `catching up on ${engine}, ${page} events per page: ${summaryOf(times, events)}`]
}

type Times = Record<'mine' | 'bare', { ms: number; processorMs: number }[]>

/** Many short rounds in alternating order, because the machine's load varies; the first two only warm up the code. */
async function inTurn(work: (log: MeasuredLog) => Promise<void>, logs: Omit<Compared, 'engine'>): Promise<Times> {
  const times: Times = { mine: [], bare: [] }
  for (let round = 0; round < rounds + 2; round++) {
    for (const log of round % 2 === 0 ? (['mine', 'bare'] as const) : (['bare', 'mine'] as const)) {
      const [begun, used] = [performance.now(), process.cpuUsage()]
      await work(logs[log])
      const { user, system } = process.cpuUsage(used)
      if (round > 1) times[log].push({ ms: performance.now() - begun, processorMs: (user + system) / 1_000 })
    }
  }
  return times
}

/** Includes the processor time of this process, which shows the adapter's cost even under other load. */
function summaryOf({ mine, bare }: Times, count: number): string {
  const rate = (times: Times['mine']) => (count / (median(times.map(({ ms }) => ms)) / 1_000)).toFixed(0)
  const ratios = mine.map(({ processorMs }, index) => processorMs / (bare[index]?.processorMs ?? Number.NaN))
  const cost = costOf(
    mine.map(({ ms }) => ms),
    bare.map(({ ms }) => ms),
  )
  const processor = `${((median(ratios) - 1) * 100).toFixed(0)} % of processor time`
  return `${rate(mine)}/s; bare client ${rate(bare)}/s: ${cost}; ${processor}`
}

/** Each writer appends to its own stream, and waits for one append before the next. */
async function appendMany(log: MeasuredLog, inFlight: number): Promise<void> {
  const each = Math.ceil(appendsARound / inFlight)
  const writers = Array.from({ length: inFlight }, async () => {
    const stream = `bench-${newId()}`
    for (let revision = 0; revision < each; revision++) await log.append(stream, revision, eventOf('Measured', data))
  })
  await Promise.all(writers)
}
