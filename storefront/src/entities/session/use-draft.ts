import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { readDraft, writeDraft, type Draft } from '../../lib/forms/drafts.ts'
import { sessionAtom } from './session-atoms.ts'
import { tabStorage } from '../../lib/storage/storage.ts'

/**
 * The texts of a form, stored in this tab for the user who opened it until they are sent or dropped, even if the
 * session ends in the meantime. Stored fields that the form does not have are ignored; `initial` fills the others.
 */
export function useDraft<Form extends Draft>(name: string, initial: Form) {
  const session = useAtomValue(sessionAtom)
  const [owner] = useState(session?.loginUserName)
  const [form, setForm] = useState<Form>(() => (owner === undefined ? initial : restored(owner, name, initial)))
  /** The latest texts, rendered or not: a key pressed before they are rendered must not restore older ones. */
  const latest = useRef(form)

  function show(next: Form): Form {
    latest.current = next
    setForm(next)
    return next
  }
  function keep(draft: Form | null) {
    if (owner !== undefined) writeDraft(tabStorage, owner, { form: name, draft })
  }
  return {
    form,
    /** The current texts, for callbacks that were created with earlier ones. */
    now: () => latest.current,
    change: (texts: Partial<Form>) => keep(show({ ...latest.current, ...texts })),
    /** Shows texts that were not typed, and does not store them. */
    fill: (known: Partial<Form>) => void show({ ...latest.current, ...known }),
    drop: () => keep(null),
  }
}

function restored<Form extends Draft>(owner: string, name: string, initial: Form): Form {
  const draft = readDraft(tabStorage, owner, name)
  const known = Object.entries(draft).filter(([field]) => field in initial)
  return { ...initial, ...Object.fromEntries(known) }
}
