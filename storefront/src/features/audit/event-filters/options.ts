import type { AuditEvent } from '#modules/audit/schema.ts'
import { wordsOfStream, wordsOfType } from '../../../entities/event/event-words.ts'
import { eventTypes } from '../../../lib/event-types.gen.ts'
import { hasWords } from '../../../lib/has-words.ts'

/** A value of a filter, in words. */
export type Option = { value: string; text: string; detail?: string }

/** The options that a typed text finds: by their words, or by the beginning of the value. */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.toLowerCase()
  return options.filter(
    ({ value, text, detail = '' }) => hasWords(`${text} ${detail}`, typed) || value.toLowerCase().startsWith(wanted),
  )
}

/** The only option that a typed text can mean: the one that it names exactly, or the only one that it finds. */
export function meant(options: readonly Option[], typed: string): Option | undefined {
  const wanted = typed.toLowerCase()
  const named = options.filter(({ value, text }) => [value.toLowerCase(), text.toLowerCase()].includes(wanted))
  const [first, ...others] = named.length > 0 ? named : options
  return others.length === 0 ? first : undefined
}

/** Of several options with one value, the first. */
export function distinct(options: readonly Option[]): readonly Option[] {
  const first = new Map<string, Option>()
  for (const option of options) if (!first.has(option.value)) first.set(option.value, option)
  return [...first.values()]
}

export const typeOption = (type: string): Option => ({
  value: type,
  text: capitalised(wordsOfType(type)),
  detail: type,
})

export const streamOption = (stream: string): Option => ({ value: stream, text: wordsOfStream(stream) })

/** Those of this version of the shop, and those of the listed events. */
export function knownTypes(events: readonly AuditEvent[]): readonly Option[] {
  return distinct([...eventTypes, ...events.map(({ type }) => type)].map(typeOption))
}

export function knownStreams(events: readonly AuditEvent[]): readonly Option[] {
  return distinct(events.map(({ stream, type }) => ({ ...streamOption(stream), detail: wordsOfType(type) })))
}

/** The actors without an account whose names are always the same. */
const withoutAccount: readonly Option[] = [
  { value: 'system', text: 'The shop' },
  { value: 'guest', text: 'Guest' },
]

export function knownPeople(events: readonly AuditEvent[]): readonly Option[] {
  const named = events.filter(({ by }) => by.name !== '')
  return distinct([
    ...named.map(({ by }) => ({ value: by.id, text: by.name, detail: by.role.toLowerCase() })),
    ...withoutAccount,
  ])
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
