import type { Product, ResolvedLine } from '#modules/catalogue/schema.ts'

/** A line of the table: the product that it means, once that is certain or chosen; quantity 0 leaves it out. */
export type TableLine = ResolvedLine & { key: number; chosen: Product | undefined }

export function tableLines(lines: readonly ResolvedLine[]): TableLine[] {
  return lines.map((line, key) => ({ ...line, key, chosen: line.product }))
}

/** The products with their quantities; lines of the same product add up. */
export function wantedOf(lines: readonly TableLine[]): { product: Product; quantity: number }[] {
  const wanted = new Map<string, { product: Product; quantity: number }>()
  for (const { chosen, quantity } of lines) {
    if (chosen === undefined) continue
    wanted.set(chosen.id, { product: chosen, quantity: (wanted.get(chosen.id)?.quantity ?? 0) + quantity })
  }
  return [...wanted.values()]
}
