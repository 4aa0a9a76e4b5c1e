import { describe, expect, it } from 'vitest'
import { dropDrafts, readDraft, writeDraft } from './drafts.ts'

function memory(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries))
  return {
    stored,
    read: (key: string) => stored.get(key) ?? null,
    write: (key: string, value: string) => void stored.set(key, value),
    remove: (key: string) => void stored.delete(key),
  }
}

describe('a draft', () => {
  it('is restored for the same user, form by form', () => {
    const storage = memory()
    writeDraft(storage, 'asha', { form: 'checkout', draft: { city: 'Pune' } })
    writeDraft(storage, 'asha', { form: 'request', draft: { title: 'Monitor' } })
    expect(readDraft(storage, 'asha', 'checkout')).toEqual({ city: 'Pune' })
    expect(readDraft(storage, 'asha', 'request')).toEqual({ title: 'Monitor' })
  })

  it('is never shown to another user', () => {
    const storage = memory()
    writeDraft(storage, 'asha', { form: 'checkout', draft: { city: 'Pune' } })
    expect(readDraft(storage, 'ravi', 'checkout')).toEqual({})
    writeDraft(storage, 'ravi', { form: 'request', draft: { title: 'Bed' } })
    expect(readDraft(storage, 'asha', 'checkout')).toEqual({})
  })

  it('is erased once it is sent, and at logout together with all others', () => {
    const storage = memory()
    writeDraft(storage, 'asha', { form: 'checkout', draft: { city: 'Pune' } })
    writeDraft(storage, 'asha', { form: 'checkout', draft: null })
    expect(readDraft(storage, 'asha', 'checkout')).toEqual({})
    dropDrafts(storage)
    expect(storage.stored.size).toBe(0)
  })

  it('is neither restored nor lost when an earlier user erases theirs late', () => {
    const storage = memory()
    writeDraft(storage, 'asha', { form: 'checkout', draft: null })
    expect(storage.stored.size).toBe(0)
    writeDraft(storage, 'ravi', { form: 'checkout', draft: { city: 'Goa' } })
    writeDraft(storage, 'asha', { form: 'checkout', draft: null })
    expect(readDraft(storage, 'ravi', 'checkout')).toEqual({ city: 'Goa' })
  })

  it.each(['{', '[]', '"x"', '{"owner":"asha"}', '{"owner":"asha","forms":{"checkout":[1]}}'])(
    'is empty when %s is stored',
    (stored) => expect(readDraft(memory({ drafts: stored }), 'asha', 'checkout')).toEqual({}),
  )

  it('contains texts only', () => {
    const stored = '{"owner":"asha","forms":{"checkout":{"city":7,"state":"Goa"}}}'
    expect(readDraft(memory({ drafts: stored }), 'asha', 'checkout')).toEqual({ city: '', state: 'Goa' })
  })
})
