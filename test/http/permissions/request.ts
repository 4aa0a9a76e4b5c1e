import type { Answer, Call } from '../../support/shop/api-caller.ts'
import type { TestShop } from '../../support/shop/shop.ts'

/** The caller. `USER` owns the requested thing; the `other USER`, the STAFF and the ADMIN do not. */
export const callers = ['anonymous', 'USER', 'other USER', 'STAFF', 'ADMIN'] as const
export type Caller = (typeof callers)[number]

type Eventual<Value> = Value | Promise<Value>

/** What a call sends. */
export type Request = {
  /** Hold, among other fields, a text for each placeholder of the path. */
  params?: Eventual<Readonly<Record<string, unknown>>>
  query?: string
  headers?: Record<string, string>
  body?: Eventual<unknown>
  /** Instead of the caller's own. */
  token?: Eventual<string | undefined>
}

/** The request once everything that it is about exists. */
export async function prepared({ params, body, token, ...request }: Request): Promise<Request> {
  return { ...request, params: (await params) ?? {}, body: await body, token: await token }
}

/** Sends the request to a call, such as `GET /api/orders/{orderId}`; resolves to the status. */
export async function send(
  shop: TestShop,
  call: string,
  { params, query, headers, body, token }: Request,
): Promise<number> {
  const [method = '', template = ''] = call.split(' ')
  const path = filled(template, (await params) ?? {})
  const sent = { token: await token, body: await body, ...(headers && { headers }) }
  const { status } = await shop.call(method, query === undefined ? path : `${path}?${query}`, sent)
  return status
}

function filled(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string') throw new TypeError(`nothing is prepared for {${name}} of ${template}`)
    return encodeURIComponent(value)
  })
}

/** Method and path of a row of the permission table, without the words that identify its case. */
export const callOf = (row: string): string => row.split(' ').slice(0, 2).join(' ')

/** The body of the answer. @throws Error where the call is refused, so that no row is about a thing that is not there */
export async function bodyOf(shop: TestShop, call: string, sent: Call): Promise<Answer['body']> {
  const [method = '', path = ''] = call.split(' ')
  const { status, body, text } = await shop.call(method, path, sent)
  if (status >= 300) throw new Error(`${call} was refused: ${text}`)
  return body
}
