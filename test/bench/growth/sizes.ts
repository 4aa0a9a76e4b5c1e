import { statfs } from 'node:fs/promises'

/** How much a shop has. */
export type Size = { products: number; orders: number }

/**
 * From a shop with 100,000 products and 100,000 orders: its size on the disk with a reserve of a third, and the time to build it on
 * two cores that other work kept busy.
 */
const bytesOf = { products: 18_000, orders: 12_000 }
const millisecondsOf = { products: 5, orders: 5 }
/** Segments of the write-ahead log, which are reused. */
const bytesOfEmptyShop = 1_500_000_000

const counts = /^[1-9]\d{0,6}(,[1-9]\d{0,6})*$/

/** Pairs the first number of products with the first of orders, and so on. @throws RangeError */
export function sizesFrom(products = '10000,100000,1000000', orders = '1000,100000,1000000'): Size[] {
  if (![products, orders].every((text) => counts.test(text)))
    throw new RangeError('BENCH_GROWTH and BENCH_GROWTH_ORDERS are whole numbers with commas between them')
  const [own, others] = [products, orders].map((text) => text.split(',').map(Number))
  if (own === undefined || own.length !== others?.length)
    throw new RangeError('BENCH_GROWTH and BENCH_GROWTH_ORDERS must name equally many sizes')
  return own.map((count, place) => ({ products: count, orders: others[place] ?? 0 }))
}

function bytesNeeded({ products, orders }: Size): number {
  return bytesOfEmptyShop + products * bytesOf.products + orders * bytesOf.orders
}

export function secondsNeeded({ products, orders }: Size): number {
  return (products * millisecondsOf.products + orders * millisecondsOf.orders) / 1_000
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** @throws Error if the disk of the folder has too little space for the shops of these sizes */
export async function assertRoom(folder: string, sizes: readonly Size[]): Promise<string> {
  const { bavail, bsize } = await statfs(folder)
  const [needed, free] = [sumOf(sizes.map(bytesNeeded)), bavail * bsize]
  const text = `about ${gigabytes(needed)} of disk are needed in ${folder}, ${gigabytes(free)} are free`
  if (free < needed) throw new Error(text)
  return text
}

export function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

export function described({ products, orders }: Size): string {
  return `${counted(products)} products and ${counted(orders)} orders`
}

export function counted(number: number): string {
  return number.toLocaleString('en-GB', { maximumFractionDigits: 0 })
}
