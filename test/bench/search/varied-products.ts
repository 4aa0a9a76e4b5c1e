import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { randomFrom } from '#test/support/random.ts'
import type { DemoProduct } from './demo-products.ts'

const syllables = 'ba bhi cha da dha ga gha ja ka kha la ma na pra ra ri sha su ta tri va vi ya yo'.split(' ')
const measured = /\b\d+(?:\.\d+)?(?=\s?(?:ml|l|mm|cm|kg|g|in|W|V|Hz|rpm|bar|L\/min|mAh)\b)/g
const factors = [0.5, 0.8, 1, 1.25, 1.5, 2]

/**
 * `count` products that vary those of the demo catalogue: each has a brand of 400, a series and a model number of its
 * own, and other sizes. The same for the same catalogue on every machine.
 */
export function variedProducts(demo: readonly DemoProduct[], count: number): SearchDocument[] {
  const random = randomFrom(11)
  const below = (limit: number) => Math.floor(random() * limit)
  const of = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const name = () => capital(Array.from({ length: 2 + below(2) }, () => of(syllables)).join(''))
  const brands = Array.from({ length: 400 }, name)
  const series = Array.from({ length: 3_000 }, name)

  return Array.from({ length: count }, (_, number) => {
    const { document } = demo[number % demo.length] ?? { document: undefined }
    if (document === undefined) throw new RangeError('the demo catalogue is empty')
    const brand = of(brands) ?? ''
    const model = `${brand.slice(0, 2).toUpperCase()}-${100 + below(9_900)}`
    const factor = of(factors) ?? 1
    const vary = (text: string) => {
      const renamed = text.replaceAll(document.brand, brand).replaceAll(document.modelNumber ?? document.brand, model)
      return renamed.replaceAll(measured, (size) => String(Number((Number(size) * factor).toPrecision(3))))
    }
    return {
      ...document,
      id: `varied-${number}`,
      sku: `VAR-${number}`,
      modelNumber: model,
      title: `${vary(document.title)} ${of(series) ?? ''}`,
      brand,
      company: document.company.replaceAll(document.brand, brand),
      description: vary(document.description),
      featureDescription: vary(document.featureDescription),
      pricePaise: Math.round(document.pricePaise * (0.5 + random())),
      createdAt: document.createdAt + number * 1_000,
      position: number + 1,
    }
  })
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
