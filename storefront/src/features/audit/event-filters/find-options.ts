import type { Found } from '#modules/audit/schema.ts'
import type { User } from '#modules/identity/schema.ts'
import { accountId } from '../../../entities/event/destination.ts'
import { isStatus } from '../../../lib/api/api-error.ts'
import { findAnything } from '../../../lib/api/audit.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchManaged } from '../../../lib/api/managed-products.ts'
import { fetchOrders } from '../../../lib/api/orders.ts'
import { fetchPeople, fetchPerson } from '../../../lib/api/people.ts'
import { fetchRequestBoard } from '../../../lib/api/service-requests.ts'
import { distinct, streamOption, type Option } from './options.ts'

/** Looks up the options that a typed text finds. */
export type Find = (api: ApiClient, text: string, signal: AbortSignal) => Promise<readonly Option[]>

/** For options that are all known. */
export const findNothing: Find = async () => []

/** The longest text that the lists accept. */
const longestText = 200
const mostProducts = 10

/** The people whom a text finds, or whose id it is. */
export const findPeople: Find = async (api, text, signal) => {
  const [people, withId] = await Promise.all([
    fetchPeople(api, { page: 0, text: text.slice(0, longestText) }, signal),
    personWithId(api, text, signal),
  ])
  return distinct([...people.content.map(personOption), ...withId])
}

/** The streams of the orders, products, requests and accounts that a text finds, or the stream whose name or id it is. */
export const findStreams: Find = async (api, text, signal) => {
  const search = { page: 0, text: text.slice(0, longestText) }
  const [withId, orders, products, requests, people] = await Promise.all([
    thingWithId(api, text, signal),
    fetchOrders(api, search, signal),
    fetchManaged(api, { ...search, size: mostProducts }, signal),
    fetchRequestBoard(api, search, signal),
    fetchPeople(api, search, signal),
  ])
  return distinct([
    ...orders.content.map(({ orderId, shipping }) => ({
      ...streamOption(`order-${orderId}`),
      detail: `of ${shipping.name}`,
    })),
    ...products.content.map(({ id, title }) => ({ value: `product-${id}`, text: title, detail: 'product' })),
    ...requests.content.map(({ id, title, loginUserName }) => ({
      value: `serviceRequest-${id}`,
      text: title,
      detail: `service request of ${loginUserName}`,
    })),
    ...people.content.map(({ id, name, username }) => ({
      value: `account-${id}`,
      text: name,
      detail: `account of ${username}`,
    })),
    ...(withId?.kind === 'stream' ? [streamOption(withId.id)] : []),
  ])
}

const personOption = ({ id, name, username }: Pick<User, 'id' | 'name' | 'username'>): Option => ({
  value: id,
  text: name,
  detail: username,
})

async function personWithId(api: ApiClient, text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const person = accountId.test(text) ? await unlessUnknown(fetchPerson(api, text, signal)) : undefined
  if (person !== undefined) return [personOption(person)]
  const found = await thingWithId(api, text, signal)
  // An account that is deleted is known by its events alone.
  const isPerson = found?.kind === 'person' || found?.id === `account-${text}`
  return isPerson ? [{ value: text, text, detail: 'no account' }] : []
}

/** What has this text as its id. An id has a digit or a mark that words do not have; a username is none. */
async function thingWithId(api: ApiClient, text: string, signal: AbortSignal): Promise<Found | undefined> {
  return /^[^\s@]*[\d:-][^\s@]*$/.test(text) ? unlessUnknown(findAnything(api, text, signal)) : undefined
}

async function unlessUnknown<Thing>(asked: Promise<Thing>): Promise<Thing | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isStatus(error, 404)) return undefined
    throw error
  }
}
