import { isFields, parseJson, textOf, type Fields } from '../decode.ts'
import type { Storage } from '../storage/storage.ts'

/** The texts of a form under way, by field. */
export type Draft = Readonly<Record<string, string>>

/** Where a tab keeps what was typed into its forms: a reload or an expired login loses nothing of it. */
export const draftsKey = 'drafts'

/** The texts that this person typed into that form; empty where there are none, or where they are another person's. */
export function readDraft(storage: Storage, owner: string, form: string): Draft {
  const draft = formsOf(storage, owner)?.[form]
  if (!isFields(draft)) return {}
  return Object.fromEntries(Object.keys(draft).map((field) => [field, textOf(draft, field)]))
}

/** Keeps the texts of that form, and another person's drafts are gone with it; `null` forgets them. */
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

/** For a logout: the next person at this screen finds nothing. */
export function dropDrafts(storage: Storage): void {
  storage.remove(draftsKey)
}

/** The drafts that are kept, by form; `undefined` where they are another person's, or nobody's. */
function formsOf(storage: Storage, owner: string): Fields | undefined {
  const stored = parseJson(storage.read(draftsKey))
  if (!isFields(stored) || stored['owner'] !== owner) return undefined
  const forms = stored['forms']
  return isFields(forms) ? forms : {}
}
