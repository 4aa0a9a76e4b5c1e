import type { EventStore } from '#core/event-store/event-store.ts'
import { systemActor } from '#core/domain/actor.ts'
import { handleCommand, type CommandContext } from '#core/domain/handle-command.ts'
import type { NewId } from '#core/domain/ids.ts'
import { synonymStream, type Synonym } from '../domain/events.ts'
import { synonymsDecider, type SynonymCommand } from '../domain/synonyms.ts'

/** Changes the synonyms. @throws Rejection if the entry does not exist or is not as the command requires */
export function changeSynonyms(store: EventStore, command: SynonymCommand, context: CommandContext) {
  return handleCommand({ store, decider: synonymsDecider, stream: synonymStream, command, context })
}

/** An entry that comes with a release. */
export type SuppliedSynonym = Omit<Synonym, 'terms' | 'means'> & { terms: readonly string[]; means: readonly string[] }

/**
 * Takes in the entries that come with this release and that the shop has never had. Safe in several processes at once:
 * only one of them appends.
 */
export async function takeInSynonyms(
  { store, newId }: { store: EventStore; newId: NewId },
  supplied: readonly SuppliedSynonym[],
): Promise<void> {
  const entries = supplied.map((entry) => ({ ...entry, terms: [...entry.terms], means: [...entry.means] }))
  const commandId = newId()
  const context = { actor: systemActor, correlationId: commandId, causationId: commandId, commandId }
  await changeSynonyms(store, { type: 'take-in', entries }, context)
}
