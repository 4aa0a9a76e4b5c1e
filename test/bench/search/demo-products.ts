import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { systemActor } from '#core/domain/actor.ts'
import { isoTime } from '#core/domain/clock.ts'
import { factsOf } from '#modules/catalogue/domain/facts.ts'
import { productStream } from '#modules/catalogue/domain/events.ts'
import { productDecider } from '#modules/catalogue/domain/product.ts'
import { readSupplierRow, type SupplierRow } from '#modules/catalogue/import/domain/supplier-row.ts'
import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { storedDocument } from '#modules/catalogue/search/stored-document.ts'
import { productSearchProjection } from '#projections/product-search.ts'

/** A product of the demo catalogue, as its supplier describes it. */
export type DemoProduct = SupplierRow & { document: SearchDocument }

const file = new URL('../../../modules/catalogue/seed/catalogue.csv', import.meta.url)
const firstAddedAt = Date.UTC(2026, 0, 1)

/** The demo catalogue as the shop indexes it: each row added by the catalogue's decider, and folded by its projection. */
export async function demoProducts(): Promise<DemoProduct[]> {
  const rows = parse<Record<string, string>>(await readFile(file), { columns: true })
  return rows.map((row, index) => {
    const read = readSupplierRow(row, index + 2)
    if (Array.isArray(read)) throw new Error(`row ${index + 2} of the demo catalogue is refused`)
    return { ...read, document: documentOf(read, index + 1) }
  })
}

function documentOf({ sku, input }: SupplierRow, position: number): SearchDocument {
  const [event] = productDecider.decide({ type: 'import', sku, keep: [], ...factsOf(input) }, productDecider.initial)
  if (event?.type !== 'ProductAdded') throw new Error(`${sku} is not added`)
  const id = sku.toLowerCase()
  const stored = productSearchProjection.on['ProductAdded']?.evolve(
    undefined,
    {
      ...event,
      id: `event-${position}`,
      metadata: { correlationId: id, causationId: id, by: systemActor, schemaVersion: 1 },
      stream: productStream(id),
      revision: 0,
      position,
      at: isoTime(firstAddedAt + position * 1_000),
    },
    id,
  )
  return storedDocument(stored)
}
