import type { Found } from '#modules/audit/schema.ts'
import { destinationOf } from '../../../entities/event/destination.ts'
import { isStatus, isUnauthorized } from '../../../lib/api/api-error.ts'
import { findAnything } from '../../../lib/api/audit.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchManaged } from '../../../lib/api/managed-products.ts'
import { fetchOrders } from '../../../lib/api/orders.ts'
import { fetchPeople } from '../../../lib/api/people.ts'
import { fetchRequestBoard } from '../../../lib/api/service-requests.ts'
import { formatCount } from '../../../lib/format/format.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { fewestLetters, type Entry, type Group } from './entries.ts'
import { deletedProductHit, eventsEntry, orderHit, personHit, productHit, requestHit, type Hit } from './hits.ts'

/** The longest text that the lists accept. */
const longestText = 200
const shortestId = 2
const mostOfAKind = 4

/** An id has a digit and no space; other texts are not looked up in the log. */
const mayBeId = (text: string) => text.length >= shortestId && /^\S*\d\S*$/.test(text)
const isLong = (text: string) => text.length >= fewestLetters

/** Whether something is searched for this text. A text that is too short for the lists may be an id. */
export const isSearched = (text: string) => isLong(text) || mayBeId(text)

/** What was found, and the names of the lists that could not be read. */
export type FoundGroups = { groups: readonly Group[]; unread: readonly string[] }

type Part = { group: Group; hits: readonly Hit[] }

/**
 * What has this text as its id, and what the shop's lists find for it, with the events about the best hit of each list.
 * @throws the failure if the session has ended, or nothing could be read
 */
export async function foundGroups(api: ApiClient, typed: string, signal: AbortSignal): Promise<FoundGroups> {
  const text = typed.slice(0, longestText)
  const sources = [
    ...(mayBeId(text) ? [{ name: 'ids', part: byId(api, text, signal) }] : []),
    ...(isLong(text) ? partsOfLists(api, text, signal) : []),
  ]
  const settled = await Promise.allSettled(sources.map(({ part }) => part))
  signal.throwIfAborted()
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const fatal = failures.find(isUnauthorized) ?? (failures.length === settled.length ? failures[0] : undefined)
  if (fatal !== undefined) throw fatal
  const parts = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const events = parts.flatMap(({ hits }) => hits.slice(0, 1)).map(eventsEntry)
  const groups = [...parts.map(({ group }) => group), { title: 'Events of these', entries: events }]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    unread: sources.flatMap(({ name }, place) => (settled[place]?.status === 'rejected' ? [name] : [])),
  }
}

/** The screen with each list, and its filters besides the text. */
const screens = {
  Products: { to: '/admin', search: {} },
  'Deleted products': { to: '/admin', search: { state: 'deleted' } },
  Orders: { to: '/admin/orders', search: {} },
  People: { to: '/admin/users', search: {} },
  Requests: { to: '/admin/service-requests', search: {} },
} as const

type List = keyof typeof screens

function partsOfLists(api: ApiClient, text: string, signal: AbortSignal): { name: string; part: Promise<Part> }[] {
  const search = { page: 0, text, size: mostOfAKind }
  const deleted = { ...search, ...screens['Deleted products'].search }
  return [
    named('Products', fetchManaged(api, search, signal), productHit),
    named('Orders', fetchOrders(api, search, signal), orderHit),
    named('People', fetchPeople(api, search, signal), personHit),
    named('Requests', fetchRequestBoard(api, search, signal), requestHit),
    named('Deleted products', fetchManaged(api, deleted, signal), deletedProductHit),
  ]

  function named<Row>(list: List, page: Promise<Page<Row>>, hitOf: (row: Row) => Hit) {
    return { name: list.toLowerCase(), part: page.then((read) => partOf(list, read, hitOf)) }
  }

  /** The first rows of a list and, if there are more, the way to all of them. */
  function partOf<Row>(list: List, { content, totalElements }: Page<Row>, hitOf: (row: Row) => Hit): Part {
    const hits = content.map(hitOf)
    const { to, search: filters } = screens[list]
    const label = `All ${formatCount(totalElements)} ${list.toLowerCase()}`
    const all: Entry = { id: `all-${list}`, label, does: { to, search: { ...filters, text } } }
    return { group: { title: list, entries: totalElements > hits.length ? [...hits, all] : hits }, hits }
  }
}

type Page<Row> = { content: readonly Row[]; totalElements: number }

const kinds: Record<Found['kind'], string> = {
  event: 'Event',
  stream: 'History',
  request: 'Events of the request',
  person: 'Account',
}

const foundById = (entries: Entry[]): Part => ({ group: { title: 'By id', entries }, hits: [] })

async function byId(api: ApiClient, text: string, signal: AbortSignal): Promise<Part> {
  try {
    const found = await findAnything(api, text, signal)
    const kind = found.id.startsWith('account-') ? 'person' : found.kind
    const label = `${kinds[kind]} ${shortened(found.id)}`
    return foundById([{ id: `found-${found.id}`, label, does: destinationOf(found) }])
  } catch (error) {
    if (isStatus(error, 404)) return foundById([])
    throw error
  }
}
