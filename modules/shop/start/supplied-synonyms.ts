import { retryInBackground } from '#core/async/retry-in-background.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { newId } from '#core/domain/ids.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { Log } from '#core/telemetry/log.ts'
import { suppliedSynonyms } from '../../catalogue/search/words/read-synonyms.ts'
import { takeInSynonyms } from '../../search-words/synonyms/commands.ts'

/**
 * Takes the synonyms of this release into the search; while an engine is unavailable, in the background. The shop is ready
 * without them: it must also start on a full disk and on a damaged log. Resolves to what stops the retries.
 */
export async function takeInSuppliedSynonyms(store: EventStore, log: Log): Promise<() => Promise<void>> {
  const takingIn = await retryInBackground({ label: 'adding the supplied synonyms', log }, () => takeIn(store, log))
  return () => takingIn.stop()
}

async function takeIn(store: EventStore, log: Log): Promise<void> {
  try {
    await takeInSynonyms({ store, newId }, suppliedSynonyms())
  } catch (error) {
    if (error instanceof EngineUnavailable) throw error
    log.error({ err: error }, 'the supplied synonyms could not be added; the next start retries')
  }
}
