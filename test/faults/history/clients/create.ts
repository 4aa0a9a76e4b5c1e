import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../record/call.ts'
import type { Client, Request } from './client.ts'
import { popularKeys, type World } from './world.ts'

const stillRunning = /first request with this key is still running/

/** Whether the outcome of a creation is still open. */
export function isOpen({ outcome }: Call): boolean {
  return outcome.kind === 'unknown' || (outcome.kind === 'refused' && stillRunning.test(outcome.message))
}

const tries = 3

/**
 * Creates something as a careful client does: without an answer it sends the same call again. Sometimes it sends it
 * twice at once, as an impatient person does.
 */
export async function create(client: Client, world: World, request: Request): Promise<Call | undefined> {
  const first = await firstOf(client, request)
  let last = first
  for (let again = 1; again < tries && last !== undefined && isOpen(last); again++) {
    await sleep(100 + client.below(400))
    last = await client.ask(request)
  }
  if (first !== undefined && (last === undefined || isOpen(last)))
    world.unsettled.push({ account: client.account.id, request })
  return last
}

/** Of two calls at once, the one that succeeded; a refusal of one does not answer the other. */
async function firstOf(client: Client, request: Request): Promise<Call | undefined> {
  if (client.below(5) > 0) return client.ask(request)
  const both = await Promise.all([client.ask(request), client.ask(request)])
  const calls = both.filter((call) => call !== undefined)
  return calls.find(({ outcome }) => outcome.kind === 'done') ?? calls.find(isOpen) ?? calls[0]
}

/** A new key, or one that other accounts, other calls and other bodies use too. */
export function someKey(client: Client): { header: string } {
  return { header: client.below(3) === 0 ? (client.one(popularKeys) ?? '') : randomUUID() }
}
