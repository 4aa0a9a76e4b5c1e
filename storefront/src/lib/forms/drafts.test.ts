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

describe('what was typed into a form', () => {
  it('is there again for the same person, form by form', () => {
    const storage = memory()
    writeDraft(storage, 'asha', { form: 'checkout', draft: { city: 'Pune' } })
    writeDraft(storage, 'asha', { form: 'request', draft: { title: 'Monitor' } })
    expect(readDraft(storage, 'asha', 'checkout')).toEqual({ city: 'Pune' })
    expect(readDraft(storage, 'asha', 'request')).toEqual({ title: 'Monitor' })
  })

  it('is never shown to another person', () => {
    const storage = memory()
    writeDraft(storage, 'asha', { form: 'checkout', draft: { city: 'Pune' } })
    expect(readDraft(storage, 'ravi', 'checkout')).toEqual({})
    writeDraft(storage, 'ravi', { form: 'request', draft: { title: 'Bed' } })
    expect(readDraft(storage, 'asha', 'checkout')).toEqual({})
  })

  it('is forgotten once it was sent, and wholly on a logout', () => {
    const storage = memory()
    writeDraft(storage, 'asha', { form: 'checkout', draft: { city: 'Pune' } })
    writeDraft(storage, 'asha', { form: 'checkout', draft: null })
    expect(readDraft(storage, 'asha', 'checkout')).toEqual({})
    dropDrafts(storage)
    expect(storage.stored.size).toBe(0)
  })

  it('is not there again where it is forgotten late, after a logout or by another person', () => {
    const storage = memory()
    writeDraft(storage, 'asha', { form: 'checkout', draft: null })
    expect(storage.stored.size).toBe(0)
    writeDraft(storage, 'ravi', { form: 'checkout', draft: { city: 'Goa' } })
    writeDraft(storage, 'asha', { form: 'checkout', draft: null })
    expect(readDraft(storage, 'ravi', 'checkout')).toEqual({ city: 'Goa' })
  })

  it.each(['{', '[]', '"x"', '{"owner":"asha"}', '{"owner":"asha","forms":{"checkout":[1]}}'])(
    'is nothing where %s is stored',
    (stored) => expect(readDraft(memory({ drafts: stored }), 'asha', 'checkout')).toEqual({}),
  )

  it('keeps texts only', () => {
    const stored = '{"owner":"asha","forms":{"checkout":{"city":7,"state":"Goa"}}}'
    expect(readDraft(memory({ drafts: stored }), 'asha', 'checkout')).toEqual({ city: '', state: 'Goa' })
  })
})
