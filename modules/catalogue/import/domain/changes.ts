import { rupees } from '#core/domain/money.ts'
import type { ProductDetails, ProductEvent } from '../../domain/events.ts'
import { modelNumberOf } from '../../domain/model-number.ts'
import type { ProductFacts } from '../../domain/product.ts'
import { columnNamed } from './supplier-row.ts'

/** One fact that an import changes, named by the column of the file. Texts are truncated for the preview. */
export type Change = { column: string; from: string; to: string }

const shownLength = 160

/** The changes that the events make to a product. Money in rupees, as in the file. */
export function changesOf(before: ProductFacts, events: readonly ProductEvent[]): Change[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'ProductDetailsChanged':
        return detailChanges(before.details, event.data)
      case 'ProductPriceChanged':
        return [{ column: 'price_inr', from: amount(event.data.from), to: amount(event.data.to) }]
      case 'ProductStockChanged':
        return [{ column: 'qty', from: String(event.data.from), to: String(event.data.to) }]
      case 'ProductAdded':
      case 'ProductDeleted':
      case 'ProductRestored':
        return []
    }
  })
}

function detailChanges(before: ProductDetails, after: ProductDetails): Change[] {
  const earlier = new Map(Object.entries({ ...before, modelNumber: modelNumberOf(before) ?? '' }))
  return Object.entries(after).flatMap(([field, to]) => {
    const from = earlier.get(field) ?? ''
    return from === to ? [] : [{ column: columnNamed(field), from: shown(from), to: shown(to) }]
  })
}

function shown(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength - 1)}…` : text
}

function amount(paise: number): string {
  return rupees(paise).toFixed(2)
}
