import { randomUUID } from 'node:crypto'
import { apiCaller } from '../../support/shop/api-caller.ts'
import { orderFor } from '../../support/shop/shop.ts'
import { inTurn } from './in-turn.ts'
import type { Request } from './load.ts'

/** One call under load; `goal` is the share of the bare counterpart's throughput that it should reach. */
export type Scenario = {
  name: string
  goal: number
  isWriting: boolean
  /** The path of the call on the bare counterpart. */
  barePath: string
  next: () => Request
}

const barePath = (name: string) => `/${name.replace(' ', '-')}`
const read = (name: string) => ({ name, goal: 0.5, isWriting: false, barePath: barePath(name) })
const write = (name: string) => ({ name, goal: 0.7, isWriting: true, barePath: barePath(name) })

/** The measured calls, for a shop that already has products. */
export async function scenariosOf(url: string): Promise<Scenario[]> {
  const call = apiCaller(url)
  const { body } = await call('GET', '/api/products?size=20')
  const [product] = body.content
  const words = body.content
    .flatMap(({ title }: { title: string }) => title.split(' '))
    .filter((word: string) => word.length > 3)
  const buyers = await signUp(url, 16)
  const json = { 'content-type': 'application/json' }
  const nextWord = inTurn<string>(words)
  const nextBuyer = inTurn(buyers)
  const searchFor = (text: string): Request => {
    const sent = JSON.stringify({ text })
    return { method: 'PUT', path: '/api/products/search', headers: json, body: sent }
  }
  return [
    { ...read('product list'), next: () => ({ method: 'GET', path: '/api/products' }) },
    { ...read('product'), next: () => ({ method: 'GET', path: `/api/products/${product.id}` }) },
    { ...read('search'), next: () => searchFor(nextWord()) },
    {
      ...write('cart line'),
      next: () => {
        const path = `/api/carts/${randomUUID()}/items/${product.id}`
        return { method: 'PUT', path, headers: json, body: '{"quantity":2}' }
      },
    },
    {
      ...write('order placed'),
      next: () => {
        const headers = { ...json, authorization: `Bearer ${nextBuyer()}` }
        return { method: 'POST', path: '/api/orders', headers, body: JSON.stringify(orderFor([[product, 2]])) }
      },
    },
  ]
}

async function signUp(url: string, count: number): Promise<string[]> {
  const call = apiCaller(url)
  // The shop may be one that an earlier run has kept.
  const run = randomUUID().slice(0, 8)
  const form = { password: 'a quiet morning in Pune', name: 'Asha Rao', mobileNumber: '9820012345' }
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      call('POST', '/api/auth/signup', { body: { ...form, username: `b.${i}.${run}@c.in` } }),
    ),
  )
  return answers.map(({ body }) => body.accessToken)
}
