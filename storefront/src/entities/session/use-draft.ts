import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { readDraft, writeDraft, type Draft } from '../../lib/forms/drafts.ts'
import { sessionAtom } from './session-atoms.ts'
import { tabStorage } from '../../lib/storage/storage.ts'

/**
 * The texts of a form, kept in this tab for whoever it was opened by until they are sent or dropped, also where the
 * login ends meanwhile. Fields that the form does not have are left out; `initial` stands where nothing was typed.
 */
export function useDraft<Form extends Draft>(name: string, initial: Form) {
  const session = useAtomValue(sessionAtom)
  const [owner] = useState(session?.loginUserName)
  const [form, setForm] = useState<Form>(() => (owner === undefined ? initial : restored(owner, name, initial)))
  /** What was told last, also before it could be shown: a key that is pressed then must not put the earlier texts back. */
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
    /** The texts as they are by now, for whoever began with earlier ones. */
    now: () => latest.current,
    change: (texts: Partial<Form>) => keep(show({ ...latest.current, ...texts })),
    /** Fills fields in that are empty still. */
    suggest: (known: Partial<Form>) => {
      const empty = Object.entries(known).filter(([field]) => latest.current[field] === '')
      show({ ...latest.current, ...Object.fromEntries(empty) })
    },
    drop: () => keep(null),
  }
}

function restored<Form extends Draft>(owner: string, name: string, initial: Form): Form {
  const draft = readDraft(tabStorage, owner, name)
  const known = Object.entries(draft).filter(([field]) => field in initial)
  return { ...initial, ...Object.fromEntries(known) }
}
