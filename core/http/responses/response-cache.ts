import type { Answer } from './answer.ts'
import type { IdempotencyStore, Turn } from '../idempotency/store.ts'
import { sealWith } from '../idempotency/response-cipher.ts'

export type KeptAnswersOptions = {
  store: Pick<IdempotencyStore, 'complete'>
  sealingKey: Uint8Array
  /** The command has happened: that its answer cannot be kept must not make it fail. */
  quietly: (error: unknown) => void
}

type Unwritten = { bodyHash: Buffer; answer: Answer; writing: Promise<void> }

/** The answers to repeatable commands: in memory until they are written down, sealed, where every process finds them. */
export function keptAnswers({ store, sealingKey, quietly }: KeptAnswersOptions) {
  const seal = sealWith(sealingKey)
  const unwritten = new Map<string, Unwritten>()

  return {
    keep(turn: Turn, bodyHash: Buffer, answer: Answer): void {
      const key = turn.scope.toString('base64')
      const writing = store
        .complete(turn, seal.close(answer, turn.scope))
        .catch(quietly)
        .finally(() => unwritten.delete(key))
      unwritten.set(key, { bodyHash, answer, writing })
    },

    /** What this process has answered a moment ago. */
    find: (scope: Buffer): Unwritten | undefined => unwritten.get(scope.toString('base64')),

    /** `undefined` where it was sealed with another key. */
    open: ({ turn, answer }: { turn: Turn; answer: Buffer }): Answer | undefined => seal.open(answer, turn.scope),

    async settle(): Promise<void> {
      await Promise.all([...unwritten.values()].map(({ writing }) => writing))
    },
  }
}
