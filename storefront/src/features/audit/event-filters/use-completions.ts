import { useEffect, useState } from 'react'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchManaged } from '../../../lib/api/managed-products.ts'
import { fetchOrders } from '../../../lib/api/orders.ts'
import { fetchPeople } from '../../../lib/api/people.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { wait } from '../../../lib/router/wait.ts'

/** How long typing must pause before the lists are searched. */
const pauseMs = 200
/** Shorter texts match too much. */
const fewestLetters = 2

/** Values of a field with their meanings. */
export type Completions = ReadonlyMap<string, string>

type Find = (api: ApiClient, text: string, signal: AbortSignal) => Promise<Completions>

const none: Completions = new Map()

/** The completions for what is typed into a field. Without an answer of the lists, there are none: they only help. */
export function useCompletions(find: Find): { found: Completions; onType: (text: string) => void } {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState(none)
  const text = typed.trim()
  useEffect(() => {
    if (text.length < fewestLetters) return undefined
    const request = new AbortController()
    wait(pauseMs, request.signal)
      .then(() => find(api, text, request.signal))
      .then(setFound)
      .catch(() => undefined)
    return () => request.abort()
  }, [api, find, text])
  return { found, onType: setTyped }
}

/** The ids of the people whom a text finds. */
export async function findPeople(api: ApiClient, text: string, signal: AbortSignal): Promise<Completions> {
  const { content } = await fetchPeople(api, { page: 0, text }, signal)
  return new Map(content.map(({ id, name, username }) => [id, `${name}, ${username}`]))
}

/** The streams of the orders and products that a text finds. */
export async function findStreams(api: ApiClient, text: string, signal: AbortSignal): Promise<Completions> {
  const [orders, products] = await Promise.all([
    fetchOrders(api, { page: 0, text }, signal),
    fetchManaged(api, { page: 0, size: 10, text }, signal),
  ])
  return new Map([
    ...orders.content.map(({ orderId, shipping }) => [`order-${orderId}`, `${orderId}, ${shipping.name}`] as const),
    ...products.content.map(({ id, title }) => [`product-${id}`, title] as const),
  ])
}
