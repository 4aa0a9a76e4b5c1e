import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendRequests, type Request } from '../support/load.ts'
import { scenariosOf } from '../support/scenarios.ts'
import { footprints, startFloor, type Floor } from './floor.ts'
import { costAtRest, meter, type AtRest } from './meter.ts'
import { footprintLines, resultLines, type Round } from './report.ts'
import { openSplitShop, type SplitShop } from './split-shop.ts'

// Orders next to a floor: the least that any program on this machine could do to store what an order makes. The clock
// runs until every read model has the orders, and the cost is counted until the last mail is out, so that nothing is
// put off to after the measurement.

/** The floor is so much faster that it needs more requests for as long a round. */
const floorFactor = 2
/** Node.js compiles the code of an order while it runs: the rate still rises after the first thousand orders. */
const warmUps = 2_000
/** No mail waits for the limit that protects mail servers. */
const unlimitedMails = { MAILS_PER_SECOND: '1000' }

/** `orders`: how many the shop gets in a round; `limits`: the budgets' settings. */
type Options = { orders: number; rounds: number; limits: Record<string, string> }

/** Compares the orders of a new shop with their floor and returns the lines of the report. */
export async function compareWithFloor({ orders, rounds, limits }: Options): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-floor-'))
  try {
    const shop = await openSplitShop(dataDir, { ...limits, ...unlimitedMails })
    try {
      return await compareIn(shop, { orders, rounds })
    } finally {
      await shop.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function compareIn(shop: SplitShop, { orders, rounds }: Pick<Options, 'orders' | 'rounds'>): Promise<string[]> {
  const order = (await scenariosOf(shop.url)).find(({ name }) => name === 'order placed')
  if (order === undefined) throw new Error('there is no scenario of an order')
  const { next } = order
  await sendRequests(shop.url, { next, amount: warmUps })
  await shop.readModelsAreDone()
  await shop.mailsAreDone()
  const floor = await startFloor(shop, next)
  try {
    await sendRequests(floor.url, { next, amount: warmUps * floorFactor })
    const atRest = await costAtRest(shop)
    const all: Round[] = []
    for (let round = 0; round < rounds; round++) all.push(await measureRound({ shop, floor, next, orders, atRest }))
    return [...footprintLines(floor, await footprints(shop.owner, floor.tables)), ...resultLines(all)]
  } finally {
    floor.stop()
  }
}

type Measured = { shop: SplitShop; floor: Floor; next: () => Request; orders: number; atRest: AtRest }

/** First the shop until it is idle again, then the floor next to the idle shop. */
async function measureRound({ shop, floor, next, orders, atRest }: Measured): Promise<Round> {
  const costOfShop = await meter(shop, { pids: {}, atRest })
  const begun = performance.now()
  const latency = await sendRequests(shop.url, { next, amount: orders })
  await shop.readModelsAreDone()
  const perSecond = rateOf(orders, begun)
  const beforeMails = await costOfShop(orders)
  await shop.mailsAreDone()
  const withMails = rateOf(orders, begun)
  const cost = await costOfShop(orders)
  const side = { ...latency, perSecond, beforeMails, withMails, cost }
  return { shop: side, floor: await measureFloor({ shop, floor, next, orders: orders * floorFactor, atRest }) }
}

async function measureFloor({ shop, floor, next, orders, atRest }: Measured): Promise<Round['floor']> {
  const costOfFloor = await meter(shop, { pids: { process: floor.pid }, atRest })
  const begun = performance.now()
  const latency = await sendRequests(floor.url, { next, amount: orders })
  return { ...latency, perSecond: rateOf(orders, begun), cost: await costOfFloor(orders) }
}

function rateOf(orders: number, begun: number): number {
  return orders / ((performance.now() - begun) / 1000)
}
