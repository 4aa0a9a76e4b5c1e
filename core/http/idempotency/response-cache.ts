import type { HttpResponse } from '../responses/http-response.ts'
import type { IdempotencyStore, Turn } from './store.ts'
import { responseCipher } from './response-cipher.ts'

export type ResponseCacheOptions = {
  store: Pick<IdempotencyStore, 'complete'>
  sealingKey: Uint8Array
  /** Reports a failed write. The command has taken effect, so the failure must not fail the request. */
  quietly: (error: unknown) => void
}

type Unwritten = { bodyHash: Buffer; response: HttpResponse; writing: Promise<void> }

/** The responses of repeatable commands: in memory until they are stored, encrypted, for every process to read. */
export function responseCache({ store, sealingKey, quietly }: ResponseCacheOptions) {
  const cipher = responseCipher(sealingKey)
  const unwritten = new Map<string, Unwritten>()

  return {
    keep(turn: Turn, bodyHash: Buffer, response: HttpResponse): void {
      const key = turn.scope.toString('base64')
      const writing = store
        .complete(turn, cipher.close(response, turn.scope))
        .catch(quietly)
        .finally(() => unwritten.delete(key))
      unwritten.set(key, { bodyHash, response, writing })
    },

    /** A response of this process that is not stored yet. */
    find: (scope: Buffer): Unwritten | undefined => unwritten.get(scope.toString('base64')),

    /** `undefined` if it was encrypted with another key. */
    open: ({ turn, response }: { turn: Turn; response: Buffer }): HttpResponse | undefined =>
      cipher.open(response, turn.scope),

    async flush(): Promise<void> {
      await Promise.all([...unwritten.values()].map(({ writing }) => writing))
    },
  }
}
