import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { World } from './world.ts'

/** One thing that a client does, in one or more calls. */
export type Action = (client: Client, world: World) => Promise<void>

/** Each action as many times as its weight, so that one can be drawn. */
export function oftenFirst(weighted: readonly (readonly [weight: number, action: Action])[]): readonly Action[] {
  return weighted.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))
}

const longestPauseMs = 40

/** Draws one action after another until `stopped`. */
export async function live(client: Client, world: World, { actions, stopped }: Living): Promise<void> {
  while (!stopped.aborted) {
    await client.one(actions)?.(client, world)
    await sleep(client.random() * longestPauseMs)
  }
}

export type Living = { actions: readonly Action[]; stopped: AbortSignal }
