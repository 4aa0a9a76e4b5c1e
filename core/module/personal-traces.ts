import type { Position } from '../event-store/event-store.ts'
import type { CommandContext } from '../domain/handle-command.ts'

/** What an erasure would do to an account's things in one module. */
export type ErasurePart = {
  /** How many things these are, by what they are called in the preview's answer: `{ orders: 3 }`. */
  counts: Readonly<Record<string, number>>
  /** What would be erased, in sentences. */
  goes: readonly string[]
  /** What would stay, in sentences. */
  stays: readonly string[]
}

/** What a module keeps of persons beyond their key: a module that keeps any gives this to the erasure. */
export type PersonalTraces = {
  /** Read before the person decides. */
  preview: (accountId: string) => Promise<ErasurePart>
  /** Erases it. May be called again. Resolves to where the last event of it is, or 0. */
  erase: (accountId: string, contextFor: () => CommandContext) => Promise<Position>
}
