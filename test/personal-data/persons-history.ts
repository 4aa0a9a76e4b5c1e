import { newId } from '#core/ids.ts'
import { orderFor, type addProducts, type TestShop } from '../support/shop.ts'

/** What a person may do with an order, and the shop with it, one step after another. */
export const orderPaths = [
  [],
  ['cancelled by the buyer'],
  ['confirm', 'cancel'],
  ['confirm', 'dispatch'],
  ['confirm', 'dispatch', 'deliver', 'return'],
] as const

/** And so with a service request. */
export const requestPaths = [[], ['withdraw'], ['acknowledge', 'resolve'], ['acknowledge', 'decline']] as const

export type PersonsPath =
  { thing: 'order'; steps: (typeof orderPaths)[number] } | { thing: 'request'; steps: (typeof requestPaths)[number] }

type Product = Awaited<ReturnType<typeof addProducts>>[number]

/** A person who uses a shop through its API, and whose every text is unlike any other. */
export async function openPerson(shop: TestShop, product: Product) {
  const texts: string[] = []

  function text(about: string): string {
    const unique = `${about}${newId().slice(-12)}`
    texts.push(unique)
    return unique
  }

  function mobile(): string {
    texts.push(mobileNumber())
    return texts.at(-1) ?? ''
  }

  const zipCode = mobileNumber().slice(0, 6)
  const username = text('login')
  const password = 'a quiet morning in Pune'
  const form = { username, password, name: text('name'), email: `${text('mail')}@clinic.in`, mobileNumber: mobile() }
  const account = (await ok(shop.call('POST', '/api/auth/signup', { body: form }))).body
  const id: string = account.id
  const token: string = account.accessToken

  const asPerson = (method: string, path: string, body?: unknown) => ok(shop.call(method, path, { token, body }))
  const asAdmin = (method: string, path: string, body?: unknown) =>
    ok(shop.call(method, path, { token: shop.adminToken, body }))

  async function order(steps: readonly string[]): Promise<void> {
    const shipping = {
      name: text('receiver'),
      email: mobile(),
      address: text('street'),
      city: text('city'),
      state: text('state'),
      zipCode,
    }
    const { orderId, ...rest } = orderFor([[product, 1]], { shipping })
    const headers = { 'Idempotency-Key': newId() }
    const body = { orderId, ...rest }
    for (let times = 0; times < 2; times++) await ok(shop.call('POST', '/api/orders', { token, headers, body }))
    for (const step of steps) {
      if (step === 'cancelled by the buyer') await asPerson('DELETE', `/api/orders/${orderId}`)
      else await asAdmin('POST', `/api/orders/${orderId}/${step}`, wordsOf(step))
    }
  }

  async function request(steps: readonly string[]): Promise<void> {
    const body = {
      id: text('product'),
      title: text('title'),
      company: text('company'),
      description: text('description'),
      logoUrl: `/images/${text('picture')}.svg`,
      address: text('place'),
    }
    const raised = await asPerson('POST', '/api/orders/productRequest', body)
    for (const step of steps) {
      const path = `/api/orders/productRequest/${raised.body.id}/${step}`
      await (step === 'withdraw' ? asPerson('POST', path) : asAdmin('POST', path, wordsOf(step)))
    }
  }

  function wordsOf(step: string): Record<string, string> {
    if (step === 'dispatch') return { carrier: text('carrier'), trackingNumber: text('tracking') }
    if (step === 'resolve') return { note: text('note') }
    return ['cancel', 'return', 'decline'].includes(step) ? { reason: text('reason') } : {}
  }

  return {
    id,
    username,
    /** Everything that tells something about the person, as it was typed. */
    texts,
    walk: ({ thing, steps }: PersonsPath) => (thing === 'order' ? order(steps) : request(steps)),
    /** Mistypes the password, fills a cart, and is looked for by an admin. */
    async doOtherThings(): Promise<void> {
      await shop.call('POST', '/api/auth/authenticate', { body: { username, password: `not ${password}` } })
      const cart = `/api/carts/${crypto.randomUUID()}`
      await asPerson('PUT', `${cart}/items/${product.id}`, { quantity: 2 })
      await asPerson('POST', `${cart}/claim`)
      await asAdmin('GET', `/api/orders?text=${username}`)
      await asAdmin('GET', `/api/orders/myorder/${username}`)
      await asAdmin('GET', `/api/users/${id}`)
      await asAdmin('POST', '/api/audit/exports', { format: 'ndjson', by: id })
    },
    eraseAccount: () => asPerson('DELETE', '/api/users/me'),
  }
}

function mobileNumber(): string {
  return `9${String(Number.parseInt(newId().slice(-12), 16))
    .padStart(9, '0')
    .slice(-9)}`
}

async function ok<Answer extends { status: number; text: string }>(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`)
  return answer
}
