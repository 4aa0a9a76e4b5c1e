import type { AuditEvent, Fact, StateAt, Timeline } from '#modules/audit/schema.ts'
import type { Product } from '#modules/catalogue/schema.ts'
import { linesIn } from './cart-document.tsx'

/** The parts of a cart's history that name products by their ids. */
type CartHistory = { timeline: Timeline; state: StateAt; now: StateAt; other: StateAt | undefined }

type Titles = ReadonlyMap<string, Pick<Product, 'title'> | null>

/** The ids of all products in the states and the events of a history: first those of the states, then the newest. */
export function productsIn({ timeline, state, now, other }: CartHistory): string[] {
  const states = [state, now, ...(other === undefined ? [] : [other])]
  const lines = states.flatMap(({ facts }) => linesIn(facts).map(({ id }) => id))
  return [...new Set([...lines, ...timeline.events.toReversed().flatMap(productIn)])]
}

/** The same history with the titles of the products that the shop still has, instead of their ids. */
export function withTitles<History extends CartHistory>(history: History, products: Titles): History {
  const { timeline, state, now, other } = history
  const titled = (one: StateAt) => ({ ...one, facts: one.facts.map((fact) => titledFact(fact, products)) })
  return {
    ...history,
    timeline: {
      ...timeline,
      events: timeline.events.map((event) => titledEvent(event, products)),
      related: timeline.related.map((one) => {
        const title = titleOf(one.stream.replace(/^product-/, ''), products)
        return title === undefined ? one : { ...one, label: `Product ${title}` }
      }),
    },
    state: titled(state),
    now: titled(now),
    other: other && titled(other),
  }
}

function titledEvent(event: AuditEvent, products: Titles): AuditEvent {
  const [id = ''] = productIn(event)
  const title = titleOf(id, products)
  // A function, because a title may contain `$&`.
  return title === undefined ? event : { ...event, sentence: event.sentence.replace(`product ${id}`, () => title) }
}

function titledFact(fact: Fact, products: Titles): Fact {
  const [line] = linesIn([fact])
  const title = line && titleOf(line.id, products)
  return title === undefined ? fact : { ...fact, label: `Items, ${title}` }
}

function productIn({ data }: AuditEvent): string[] {
  const id = data['productId']
  return typeof id === 'string' ? [id] : []
}

function titleOf(id: string, products: Titles): string | undefined {
  const product = products.get(id)
  return product ? `“${product.title}”` : undefined
}
