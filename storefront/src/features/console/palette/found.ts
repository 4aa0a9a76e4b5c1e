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
import { orderHit, personHit, productHit, requestHit } from './hits.ts'

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

/**
 * What has this text as its id, and what the shop's lists find for it.
 * @throws the failure if the session has ended, or nothing could be read
 */
export async function foundGroups(api: ApiClient, typed: string, signal: AbortSignal): Promise<FoundGroups> {
  const text = typed.slice(0, longestText)
  const sources = [
    ...(mayBeId(text) ? [{ name: 'ids', group: byId(api, text, signal) }] : []),
    ...(isLong(text) ? groupsOfLists(api, text, signal) : []),
  ]
  const settled = await Promise.allSettled(sources.map(({ group }) => group))
  signal.throwIfAborted()
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const fatal = failures.find(isUnauthorized) ?? (failures.length === settled.length ? failures[0] : undefined)
  if (fatal !== undefined) throw fatal
  const groups = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    unread: sources.flatMap(({ name }, place) => (settled[place]?.status === 'rejected' ? [name] : [])),
  }
}

/** The screen with each list. */
const screens = {
  Products: '/admin',
  Orders: '/admin/orders',
  People: '/admin/users',
  Requests: '/admin/service-requests',
} as const

type List = keyof typeof screens

function groupsOfLists(api: ApiClient, text: string, signal: AbortSignal): { name: string; group: Promise<Group> }[] {
  const search = { page: 0, text, size: mostOfAKind }
  return [
    named('Products', fetchManaged(api, search, signal), productHit),
    named('Orders', fetchOrders(api, search, signal), orderHit),
    named('People', fetchPeople(api, search, signal), personHit),
    named('Requests', fetchRequestBoard(api, search, signal), requestHit),
  ]

  function named<Row>(list: List, page: Promise<Page<Row>>, hitOf: (row: Row) => Entry) {
    return { name: list.toLowerCase(), group: page.then((read) => groupOf(list, read, hitOf)) }
  }

  /** The first rows of a list and, if there are more, the way to all of them. */
  function groupOf<Row>(list: List, { content, totalElements }: Page<Row>, hitOf: (row: Row) => Entry): Group {
    const hits = content.map(hitOf)
    const label = `All ${formatCount(totalElements)} ${list.toLowerCase()}`
    const all: Entry = { id: `all-${list}`, label, does: { to: screens[list], search: { text } } }
    return { title: list, entries: totalElements > hits.length ? [...hits, all] : hits }
  }
}

type Page<Row> = { content: readonly Row[]; totalElements: number }

const kinds: Record<Found['kind'], string> = {
  event: 'Event',
  stream: 'History',
  request: 'Events of the request',
  person: 'Account',
}

async function byId(api: ApiClient, text: string, signal: AbortSignal): Promise<Group> {
  const title = 'By id'
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
