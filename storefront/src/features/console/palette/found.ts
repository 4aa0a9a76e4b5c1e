import type { Found } from '#modules/audit/schema.ts'
import { isStatus } from '../../../lib/api/api-error.ts'
import { findAnything } from '../../../lib/api/audit.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchManaged } from '../../../lib/api/managed-products.ts'
import { fetchOrders } from '../../../lib/api/orders.ts'
import { fetchPeople } from '../../../lib/api/people.ts'
import { fetchRequestBoard } from '../../../lib/api/service-requests.ts'
import { formatCount, formatMoment, formatPrice } from '../../../lib/format/format.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { destinationOf } from '../../../entities/event/destination.ts'
import type { Entry, Group } from './entries.ts'

/** The longest text that the lists accept. */
const longestText = 200
const mostOfAKind = 4

/**
 * What has this text as its id, and what the shop's lists find for it. A list that cannot be read is left out.
 * @throws the first failure if no list can be read
 */
export async function foundGroups(api: ApiClient, typed: string, signal: AbortSignal): Promise<Group[]> {
  const text = typed.slice(0, longestText)
  const search = { page: 0, text }
  const [withId, ...lists] = await Promise.allSettled([
    byId(api, text, signal),
    fetchManaged(api, { ...search, size: mostOfAKind }, signal).then((page) => groupOf('Products', page, productEntry)),
    fetchOrders(api, search, signal).then((page) => groupOf('Orders', page, orderEntry)),
    fetchPeople(api, search, signal).then((page) => groupOf('People', page, personEntry)),
    fetchRequestBoard(api, search, signal).then((page) => groupOf('Requests', page, requestEntry)),
  ])
  const failed = lists.filter((list) => list.status === 'rejected')
  if (failed.length === lists.length) throw failed[0]?.reason
  return [withId, ...lists]
    .flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
    .filter(({ entries }) => entries.length > 0)

  /** The first rows of a list and, if there are more, the way to all of them. */
  function groupOf<Row>(title: keyof typeof screens, page: Page<Row>, entryOf: (row: Row) => Entry): Group {
    const { content, totalElements } = page
    const label = `All ${formatCount(totalElements)} ${title.toLowerCase()}`
    const all: Entry = { id: `all-${title}`, label, does: { to: screens[title], search: { text } } }
    const first = content.slice(0, mostOfAKind).map(entryOf)
    return { title, entries: totalElements > mostOfAKind ? [...first, all] : first }
  }
}

type Page<Row> = { content: readonly Row[]; totalElements: number }

/** The screen with each list. */
const screens = {
  Products: '/admin',
  Orders: '/admin/orders',
  People: '/admin/users',
  Requests: '/admin/service-requests',
} as const

const kinds: Record<Found['kind'], string> = {
  event: 'Event',
  stream: 'History',
  request: 'Events of the request',
  person: 'Account',
}

async function byId(api: ApiClient, text: string, signal: AbortSignal): Promise<Group> {
  const title = 'By id'
  // An id has a digit and no space; other texts are not looked up in the log.
  if (!/^\S*\d\S*$/.test(text)) return { title, entries: [] }
  try {
    const found = await findAnything(api, text, signal)
    const kind = found.id.startsWith('account-') ? 'person' : found.kind
    const label = `${kinds[kind]} ${shortened(found.id)}`
    return { title, entries: [{ id: `found-${found.id}`, label, does: destinationOf(found) }] }
  } catch (error) {
    if (isStatus(error, 404)) return { title, entries: [] }
    throw error
  }
}

type Of<List extends (...parameters: never[]) => Promise<{ content: unknown[] }>> = Awaited<
  ReturnType<List>
>['content'][number]

function orderEntry({ orderId, shipping, totalAmount, status }: Of<typeof fetchOrders>): Entry {
  return {
    id: `order-${orderId}`,
    label: orderId,
    detail: [shipping.name, formatPrice(totalAmount), status].join(' · '),
    does: { to: '/admin/orders/$orderId', params: { orderId } },
  }
}

function productEntry({ id, title, brand, price }: Of<typeof fetchManaged>): Entry {
  return {
    id: `product-${id}`,
    label: title,
    detail: [brand, formatPrice(price)].join(' · '),
    does: { to: '/admin/products/$productId', params: { productId: id } },
  }
}

function personEntry({ id, name, username }: Of<typeof fetchPeople>): Entry {
  return {
    id: `person-${id}`,
    label: name,
    detail: username,
    does: { to: '/admin/users/$userId', params: { userId: id } },
  }
}

function requestEntry({ id, title, loginUserName, createDate }: Of<typeof fetchRequestBoard>): Entry {
  return {
    id: `request-${id}`,
    label: title,
    detail: [loginUserName, formatMoment(createDate)].join(' · '),
    does: { to: '/admin/service-requests/$requestId', params: { requestId: id } },
  }
}
