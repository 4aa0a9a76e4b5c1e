import type { Position } from '../event-store/event-store.ts'
import type { Actor } from '../domain/actor.ts'
import type { CommandContext } from '../domain/handle-command.ts'

/** What an erasure would do to an account's data in one module. */
export type ErasurePart = {
  /** How many there are of each kind, by its name in the preview's answer: `{ orders: 3 }`. */
  counts: Readonly<Record<string, number>>
  /** What would be erased, in sentences. */
  goes: readonly string[]
  /** What would stay, in sentences. */
  stays: readonly string[]
}

/** Personal data that a module keeps and that deleting a person's key does not erase: the erasure calls these. */
export type PersonalTraces = {
  /** Called before the person decides. */
  preview: (accountId: string) => Promise<ErasurePart>
  /** Idempotent. Resolves to the position of its last event, or 0. */
  erase: (accountId: string, contextFor: () => CommandContext) => Promise<Position>
}

/** Everything that a module holds about a person, by the name of its kind, as that person may see it. */
export type DataOf = (person: Actor) => Promise<Readonly<Record<string, unknown>>>
