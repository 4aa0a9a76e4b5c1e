import type { NavigateOptions } from '@tanstack/react-router'
import { wordsOfType } from '../../../entities/event/event-words.ts'
import { daysLater } from '../../../lib/days.ts'
import { eventTypes } from '../../../lib/event-types.gen.ts'
import { hasWords } from '../../../lib/has-words.ts'
import { adminPlaces, streamFilters } from '../../../lib/manifests.gen.ts'

/** An entry of the palette: an address of the shop, or an action. */
export type Entry = {
  /** Unique within the palette. */
  id: string
  label: string
  /** Distinguishes it from others with the same label. */
  detail?: string
  /** Other names for it, separated by spaces. */
  words?: string
  does: NavigateOptions | 'log out'
}

export type Group = { title: string; entries: readonly Entry[] }

const places = adminPlaces.map(({ label, to }): Entry => ({ id: to, label, does: { to } }))

/** The address of the overview of one day. */
const overviewOf = (day: string): NavigateOptions => ({ to: '/admin/overview', search: { from: day, to: day } })

const actionsOn = (today: string): readonly Entry[] => [
  { id: 'today', label: 'Revenue and orders of today', words: 'sales', does: overviewOf(today) },
  {
    id: 'yesterday',
    label: 'Revenue and orders of yesterday',
    words: 'sales',
    does: overviewOf(daysLater(today, -1)),
  },
]

const actions: readonly Entry[] = [
  { id: 'add-product', label: 'Add a product', does: { to: '/admin/products' } },
  { id: 'import', label: 'Import products', does: { to: '/admin/import' } },
  { id: 'to-confirm', label: 'Orders to confirm', does: { to: '/admin/orders', search: { status: 'received' } } },
  { id: 'to-dispatch', label: 'Orders to dispatch', does: { to: '/admin/orders', search: { status: 'confirmed' } } },
  { id: 'cancelled', label: 'Cancelled orders', does: { to: '/admin/orders', search: { status: 'cancelled' } } },
  {
    id: 'sold',
    label: 'Orders neither cancelled nor returned',
    words: 'sold revenue',
    does: { to: '/admin/orders', search: { sold: 'true' } },
  },
  {
    id: 'unanswered',
    label: 'Requests without an answer',
    does: { to: '/admin/service-requests', search: { unanswered: 'true' } },
  },
  { id: 'no-stock', label: 'Products without stock', does: { to: '/admin', search: { stock: 'none' } } },
  { id: 'deleted', label: 'Deleted products', does: { to: '/admin', search: { state: 'deleted' } } },
  {
    id: 'without-hits',
    label: 'Searches without a hit',
    does: { to: '/admin/search-words', search: { state: 'without-hits' } },
  },
  {
    id: 'rebuild-index',
    label: 'Replay the search index',
    words: 'rebuild reindex product-search',
    does: { to: '/admin/operations', hash: 'subscription-product-search' },
  },
  {
    id: 'replay',
    label: 'Replay or verify a read model',
    words: 'rebuild projection',
    does: { to: '/admin/operations', hash: 'read-models' },
  },
  {
    id: 'prices',
    label: 'Changes of prices',
    words: 'who changed a price',
    does: { to: '/admin/events', search: { type: 'ProductPriceChanged' } },
  },
  { id: 'mails', label: 'Emails', words: 'mails', does: { to: '/admin/operations/mails' } },
  {
    id: 'failed-mails',
    label: 'Failed emails',
    words: 'mails',
    does: { to: '/admin/operations/mails', search: { status: 'failed' } },
  },
  {
    id: 'held-mails',
    label: 'Held emails',
    words: 'mails',
    does: { to: '/admin/operations/mails', search: { status: 'held' } },
  },
  { id: 'exports', label: 'My exports of events', does: { to: '/admin/events/exports' } },
  { id: 'shop', label: 'Go to the shop', does: { to: '/' } },
  { id: 'log-out', label: 'Log out', does: 'log out' },
]

const events = [
  ...streamFilters.map(({ category, label }): Entry => ({
    id: `events-of-${category}`,
    label: `Events: ${label}`,
    does: { to: '/admin/events', search: { category } },
  })),
  ...eventTypes.map((type): Entry => ({
    id: `events-${type}`,
    label: `Events: ${wordsOfType(type)}`,
    detail: type,
    does: { to: '/admin/events', search: { type } },
  })),
]

/** Shorter texts match too many entries of the lists, which no index finds, and too many types of events. */
export const fewestLetters = 3
const mostEvents = 5

/**
 * The places, actions and kinds of events with words that begin with the words of this text; without a text, all but
 * the events. `today` is the day in India.
 */
export function knownGroups(text: string, today: string): Group[] {
  const isLong = text.trim().length >= fewestLetters
  const groups = [
    { title: 'Go to', entries: places },
    { title: 'Actions', entries: [...actionsOn(today), ...actions] },
    ...(isLong ? [{ title: 'Events', entries: events, most: mostEvents }] : []),
  ]
  return matchingGroups(groups, text)
}

/** The entries with words that begin with the words of this text, of each group at most `most`. */
export function matchingGroups(groups: readonly (Group & { most?: number })[], text: string): Group[] {
  return groups
    .map(({ title, entries, most }) => ({
      title,
      entries: entries.filter((entry) => hasWords(wordsOf(entry), text)).slice(0, most),
    }))
    .filter(({ entries }) => entries.length > 0)
}

const wordsOf = ({ label, detail = '', words = '' }: Entry) => `${label} ${detail} ${words}`
