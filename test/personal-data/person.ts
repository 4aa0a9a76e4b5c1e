import { newId } from '#core/domain/ids.ts'
import type { Answer, Call } from '../support/shop/api-caller.ts'
import type { addProducts, TestShop } from '../support/shop/shop.ts'

type Product = Awaited<ReturnType<typeof addProducts>>[number]

/** A person who uses a shop through its API, and whose every text is unlike any other. */
export type Person = Awaited<ReturnType<typeof openPerson>>

/**
 * What a person may do, and the shop with it, in one module: each name is one way that it may go. Each file of `histories/`
 * has one, so that a module brings its own. Together they fill every personal field of the module's events.
 */
export type History = Readonly<Record<string, (person: Person) => Promise<void>>>

/** Signs up. */
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

  const username = text('login')
  const password = 'a quiet morning in Pune'
  const form = { username, password, name: text('name'), email: `${text('mail')}@clinic.in`, mobileNumber: mobile() }
  const account = (await asked(shop, 'POST /api/auth/signup', { body: form })).body
  const id: string = account.id
  const token: string = account.accessToken

  const asPerson = (call: string, body?: unknown, headers: Record<string, string> = {}) =>
    asked(shop, call, { token, body, headers })
  const asAdmin = (call: string, body?: unknown) => asked(shop, call, { token: shop.adminToken, body })

  return {
    id,
    product,
    zipCode: mobileNumber().slice(0, 6),
    /** All data about the person, as typed. */
    texts,
    /** A new text that begins so, and is searched for. */
    text,
    mobile,
    asPerson,
    asAdmin,
    /** Mistypes the password, fills a cart, and is looked for by an admin. */
    async doOtherThings(): Promise<void> {
      await shop.call('POST', '/api/auth/authenticate', { body: { username, password: `not ${password}` } })
      const cart = `/api/carts/${crypto.randomUUID()}`
      await asPerson(`PUT ${cart}/items/${product.id}`, { quantity: 2 })
      await asPerson(`POST ${cart}/claim`)
      await asAdmin(`GET /api/orders?text=${username}`)
      await asAdmin(`GET /api/orders/myorder/${username}`)
      await asAdmin(`GET /api/users/${id}`)
      await asAdmin('POST /api/audit/exports', { format: 'ndjson', by: id })
    },
    eraseAccount: () => asPerson('DELETE /api/users/me'),
  }
}

function mobileNumber(): string {
  return `9${String(Number.parseInt(newId().slice(-12), 16))
    .padStart(9, '0')
    .slice(-9)}`
}

/** Makes a call such as `GET /api/orders`. @throws Error where it is refused */
async function asked(shop: TestShop, call: string, request: Call): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const answer = await shop.call(method, path, request)
  if (answer.status >= 300) throw new Error(`${call}: ${answer.status} ${answer.text}`)
  return answer
}
