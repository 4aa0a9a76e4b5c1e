import { randomUUID } from 'node:crypto'
import type { BenchShop } from './shop.ts'
import { percentiles } from '../support/percentiles.ts'

const changes = Number(process.env['BENCH_CHANGES'] ?? 200)

/** The time from the answer to a change until the list shows it, and until a search finds it. */
export async function measureFollowing(engines: string, bench: BenchShop): Promise<string[]> {
  const { shop, changePrice } = bench
  const waits = { 'product-list': [] as number[], 'product-search': [] as number[] }
  for (let round = 1; round <= changes; round++) {
    const position = await changePrice(round)
    const begun = performance.now()
    const until = async (name: keyof typeof waits) => {
      if (!(await shop.positions.waitFor(name, position, 30_000)))
        throw new Error(`${name} has not caught up within 30 s`)
      waits[name].push(performance.now() - begun)
    }
    await Promise.all([until('product-list'), until('product-search')])
  }
  return [
    `event to read model, ${engines}: ${percentiles(waits['product-list'])}`,
    `event to searchable, ${engines}: ${percentiles(waits['product-search'])}`,
    `a line of a cart, over HTTP, ${engines}: ${percentiles(await cartLines(bench))}`,
  ]
}

/** The first line of a cart reads its stream; those after it only append. */
async function cartLines({ setLine }: BenchShop): Promise<number[]> {
  const [took, cartId]: [number[], string] = [[], randomUUID()]
  for (let quantity = 1; quantity <= 60; quantity++) {
    const begun = performance.now()
    await setLine(cartId, quantity)
    took.push(performance.now() - begun)
  }
  return took
}
