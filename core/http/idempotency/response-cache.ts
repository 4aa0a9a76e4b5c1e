import type { Answer } from '../responses/answer.ts'
import type { IdempotencyStore, Turn } from './store.ts'
import { responseCipher } from './response-cipher.ts'

export type ResponseCacheOptions = {
  store: Pick<IdempotencyStore, 'complete'>
  sealingKey: Uint8Array
  /** The command has happened: that its answer cannot be kept must not make it fail. */
  quietly: (error: unknown) => void
}

type Unwritten = { bodyHash: Buffer; answer: Answer; writing: Promise<void> }

/** The answers to repeatable commands: in memory until they are written down, sealed, where every process finds them. */
export function responseCache({ store, sealingKey, quietly }: ResponseCacheOptions) {
  const cipher = responseCipher(sealingKey)
  const unwritten = new Map<string, Unwritten>()

  return {
    keep(turn: Turn, bodyHash: Buffer, answer: Answer): void {
      const key = turn.scope.toString('base64')
      const writing = store
        .complete(turn, cipher.close(answer, turn.scope))
        .catch(quietly)
        .finally(() => unwritten.delete(key))
      unwritten.set(key, { bodyHash, answer, writing })
    },

    /** What this process has answered a moment ago. */
    find: (scope: Buffer): Unwritten | undefined => unwritten.get(scope.toString('base64')),

    /** `undefined` where it was sealed with another key. */
    open: ({ turn, answer }: { turn: Turn; answer: Buffer }): Answer | undefined => cipher.open(answer, turn.scope),

    async settle(): Promise<void> {
      await Promise.all([...unwritten.values()].map(({ writing }) => writing))
    },
  }
}
