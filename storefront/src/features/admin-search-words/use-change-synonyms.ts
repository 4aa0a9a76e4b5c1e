import { useRouter } from '@tanstack/react-router'
import type { Synonym, SynonymInput } from '#modules/search-words/schema.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { addSynonym, changeSynonym, removeSynonym, undoSynonym } from './synonym-calls.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'

type Seen = Pick<Synonym, 'id' | 'revision'>

/** Runs a command and reloads the list. Resolves to the message if the server refused. */
function useAttempt() {
  const router = useRouter()
  const endSession = useEndSession()
  return async (work: () => Promise<void>): Promise<string | undefined> => {
    try {
      await work()
      await router.invalidate()
      return undefined
    } catch (error) {
      // An ended session leads to the login, which says why.
      return endSession(error) ? '' : messageOf(error)
    }
  }
}

/** Adds and changes synonyms; both resolve to the message if the server refused. */
export function useSaveSynonym() {
  const api = useApi()
  const toast = useToast()
  const attempt = useAttempt()
  const { undo, remove } = useChangeSynonyms()
  return {
    add: (input: SynonymInput, key: string) =>
      attempt(async () => {
        const added = await addSynonym(api, input, key)
        toast.success('Synonym added', { label: 'Undo', run: () => void remove(added) })
      }),
    change: (entry: Seen, input: SynonymInput) =>
      attempt(async () => {
        const changed = await changeSynonym(api, entry, input)
        const isChanged = changed.revision > entry.revision
        toast.success('Synonym saved', isChanged ? { label: 'Undo', run: () => void undo(changed) } : undefined)
      }),
  }
}

/** Removes synonyms and undoes changes; a refusal is shown as a toast. */
export function useChangeSynonyms() {
  const api = useApi()
  const toast = useToast()
  const attempt = useAttempt()

  async function report(work: () => Promise<void>): Promise<void> {
    const message = await attempt(work)
    if (message) toast.error(message)
  }
  const undo = (seen: Seen) =>
    report(async () => {
      await undoSynonym(api, seen)
      toast.success('The earlier words apply again')
    })
  return {
    undo,
    remove: (entry: Seen) =>
      report(async () => {
        await removeSynonym(api, entry)
        const removed = { id: entry.id, revision: entry.revision + 1 }
        toast.success('Synonym removed', { label: 'Undo', run: () => void undo(removed) })
      }),
  }
}
