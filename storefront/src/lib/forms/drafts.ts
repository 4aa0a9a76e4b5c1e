import { isFields, parseJson, textOf, type Fields } from '../decode.ts'
import type { Storage } from '../storage/storage.ts'

/** The unsent texts of a form, by field. */
export type Draft = Readonly<Record<string, string>>

/** The storage key of a tab's drafts, which survive a reload and an expired session. */
export const draftsKey = 'drafts'

/** This user's draft of the form; empty if there is none, or if the stored drafts are another user's. */
export function readDraft(storage: Storage, owner: string, form: string): Draft {
  const draft = formsOf(storage, owner)?.[form]
  if (!isFields(draft)) return {}
  return Object.fromEntries(Object.keys(draft).map((field) => [field, textOf(draft, field)]))
}

/** Stores the draft of a form, which removes another user's drafts; `null` removes this user's draft. */
export function writeDraft(
  storage: Storage,
  owner: string,
  { form, draft }: { form: string; draft: Draft | null },
): void {
  const known = formsOf(storage, owner)
  if (draft === null && known === undefined) return
  const { [form]: _replaced, ...others } = known ?? {}
  const forms = draft === null ? others : { ...others, [form]: draft }
  storage.write(draftsKey, JSON.stringify({ owner, forms }))
}

/** Removes all drafts at logout, so that the next person at this screen finds none. */
export function dropDrafts(storage: Storage): void {
  storage.remove(draftsKey)
}

/** The stored drafts by form; `undefined` if there are none, or if they are another user's. */
function formsOf(storage: Storage, owner: string): Fields | undefined {
  const stored = parseJson(storage.read(draftsKey))
  if (!isFields(stored) || stored['owner'] !== owner) return undefined
  const forms = stored['forms']
  return isFields(forms) ? forms : {}
}
