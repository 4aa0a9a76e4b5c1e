import type { Revision } from '../event-store/event-store.ts'
import { SubjectErased } from './personal-data.ts'

type Step<Outcome> = {
  ifMatch: Revision | undefined
  take: (ifMatch: Revision | undefined) => Promise<Outcome>
  /** Erases the person's data in the stream. */
  erase: () => Promise<{ revision: Revision }>
}

/**
 * Executes a command in a stream that was started while its person was being erased. The erasure did not include this
 * stream, and nothing can be encrypted for the person. The erasure is therefore completed first; after that,
 * the texts of a command are encrypted for its writer.
 */
export async function takeDespiteErasure<Outcome>({ ifMatch, take, erase }: Step<Outcome>): Promise<Outcome> {
  try {
    return await take(ifMatch)
  } catch (error) {
    if (!(error instanceof SubjectErased)) throw error
    const { revision } = await erase()
    return take(ifMatch === undefined ? undefined : revision)
  }
}
