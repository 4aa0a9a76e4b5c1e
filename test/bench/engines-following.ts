import type { BenchShop } from './engines-shop.ts'
import { percentiles } from './percentiles.ts'

const changes = Number(process.env['BENCH_CHANGES'] ?? 200)

/** From the answer to a change until the list shows it, and until a search finds it. */
export async function measureFollowing(engines: string, { shop, changePrice }: BenchShop): Promise<string[]> {
  const waits = { 'product-list': [] as number[], 'product-search': [] as number[] }
  for (let round = 1; round <= changes; round++) {
    const position = await changePrice(round)
    const begun = performance.now()
    const until = async (name: keyof typeof waits) => {
      if (!(await shop.positions.waitFor(name, position, 30_000))) throw new Error(`${name} does not follow`)
      waits[name].push(performance.now() - begun)
    }
    await Promise.all([until('product-list'), until('product-search')])
  }
  return [
    `event to read model, ${engines}: ${percentiles(waits['product-list'])}`,
    `event to searchable, ${engines}: ${percentiles(waits['product-search'])}`,
  ]
}
