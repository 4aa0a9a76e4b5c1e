import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { vi } from 'vitest'

/** Records the size of each answer to a pool's statements from now on, as JSON; undone by `vi.restoreAllMocks`. */
export function sizesOfAnswers(pool: Pool): () => Promise<number[]> {
  const query = vi.spyOn(pool, 'query')
  return async () => {
    const answers = await Promise.all(query.mock.results.map(({ value }) => Promise.resolve<unknown>(value)))
    return answers.map((answer) => JSON.stringify(answer).length)
  }
}

/** About 500 bytes, different for each number, that do not compress, so that they are as large in storage. */
export function incompressible(i: number): string {
  return [1, 2, 3, 4].map((n) => createHash('sha512').update(`${i} ${n}`).digest('hex')).join('')
}
