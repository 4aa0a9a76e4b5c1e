import type { Revision } from '../event-store/event-store.ts'
import { SubjectErased } from './personal-data.ts'

type Step<Outcome> = {
  ifMatch: Revision | undefined
  take: (ifMatch: Revision | undefined) => Promise<Outcome>
  /** Erases the person's data in the stream. */
  erase: () => Promise<{ revision: Revision }>
}

/**
 * Takes a step in a stream that was begun while its person was being erased. The erasure did not know of the stream, and
 * no text can be encrypted for the person any more: it is completed, after which the texts of a step are its writer's.
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
