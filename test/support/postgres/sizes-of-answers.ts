import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { vi } from 'vitest'

/** Watches the statements of a pool from here on: the size of the answer of each. Restored by `vi.restoreAllMocks`. */
export function sizesOfAnswers(pool: Pool): () => Promise<number[]> {
  const query = vi.spyOn(pool, 'query')
  return async () => {
    const answers = await Promise.all(query.mock.results.map(({ value }) => Promise.resolve<unknown>(value)))
    return answers.map((answer) => JSON.stringify(answer).length)
  }
}

/** About 500 bytes, another text for each number. Does not compress, so that its size as stored is its size. */
export function incompressible(i: number): string {
  return [1, 2, 3, 4].map((n) => createHash('sha512').update(`${i} ${n}`).digest('hex')).join('')
}
