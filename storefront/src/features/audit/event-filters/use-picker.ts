import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { countOf } from '../../../lib/format/format.ts'
import { useOptionKeys } from '../ask/use-option-keys.ts'
import type { Find } from './find-options.ts'
import { distinct, matching, meant, type Option } from './options.ts'
import { useFound } from './use-found.ts'

export type PickerOf = {
  /** The value in the address, in words. */
  first: Option | undefined
  /** The options that need no look-up. */
  known: readonly Option[]
  /** Looks up further options. */
  find: Find
  /** What the options are, after their number: `3 people match`. */
  kind: { singular: string; plural: string }
}

/** What a field's text means: a value, or none if it is empty. Undefined if it means nothing, which the field then says. */
type Meaning = { value: string | undefined } | undefined

/**
 * A field with a list of options below it. The id of the chosen option is kept apart from its words; a text that was
 * typed instead means the only option that it finds, if there is exactly one.
 */
export function usePicker({ first, known, find, kind }: PickerOf) {
  const input = useRef<HTMLInputElement>(null)
  const [{ text, chosen, isOpen, error }, set] = useContent(first)
  const typed = chosen ? '' : text.trim()
  const all = distinct([...matching(known, typed), ...useFound(find, typed)])
  const keys = useOptionKeys(all, { onTake: set.chosen, onClose: () => set.open(false) })
  const meaning = useMeaning({ known, find, kind })

  function type(now: string) {
    meaning.cancel()
    keys.reset()
    set.text(now)
  }
  function open() {
    keys.reset()
    set.open(true)
  }
  function onKeyDown(event: KeyboardEvent) {
    const isArrow = ['ArrowDown', 'ArrowUp'].includes(event.key)
    if (isArrow) set.open(true)
    if (isArrow || isOpen) keys.onKeyDown(event)
  }
  async function resolve(): Promise<Meaning> {
    set.open(false)
    if (typed === '') return { value: chosen?.value }
    const found = await meaning.of(typed)
    if (typeof found === 'object') set.chosen(found)
    else if (found !== undefined) set.error(found)
    return typeof found === 'object' ? { value: found.value } : undefined
  }
  const options = isOpen ? all : []
  const close = () => set.open(false)
  return { input, text, options, active: keys.active, error, type, take: set.chosen, open, close, onKeyDown, resolve }
}

type Content = { text: string; chosen?: Option | undefined; isOpen: boolean; error?: string }

/** The text in the field, the option that it stands for, if one was chosen, and whether the list is open. */
function useContent(first: Option | undefined) {
  const [content, setContent] = useState<Content>({ text: first?.text ?? '', chosen: first, isOpen: false })
  const set = {
    text: (text: string) => setContent({ text, isOpen: true }),
    chosen: (option: Option) => setContent({ text: option.text, chosen: option, isOpen: false }),
    open: (isOpen: boolean) => setContent((before) => ({ ...before, isOpen })),
    error: (error: string) => setContent(({ text }) => ({ text, isOpen: false, error })),
  }
  return [content, set] as const
}

/** Looks up what a text means. */
function useMeaning({ known, find, kind }: Omit<PickerOf, 'first'>) {
  const api = useApi()
  const endSession = useEndSession()
  const asked = useRef<AbortController>(undefined)
  const cancel = () => asked.current?.abort()
  useEffect(() => () => asked.current?.abort(), [])
  /** The option that a text means, or why it means none; undefined if that is no longer of interest. */
  async function of(text: string): Promise<Option | string | undefined> {
    const { signal } = (asked.current = new AbortController())
    try {
      const options = distinct([...matching(known, text), ...(await find(api, text, signal))])
      if (signal.aborted) return undefined
      return meant(options, text) ?? unclear(options.length, kind)
    } catch (failure) {
      return signal.aborted || endSession(failure) ? undefined : messageOf(failure)
    }
  }
  return { of, cancel }
}

function unclear(count: number, { singular, plural }: PickerOf['kind']): string {
  if (count === 0) return `No ${singular} matches. Try another word, or an id.`
  return `${countOf(count, singular, plural)} match: choose one.`
}
