import { useEffect, useState } from 'react'
import { useApi } from '../../../lib/api/use-services.ts'
import { wait } from '../../../lib/router/wait.ts'
import type { Find } from './find-options.ts'
import { matching, type Option } from './options.ts'

/** How long typing must pause before the lists are searched. */
const pauseMs = 200
/** Shorter texts match too much. */
const fewestLetters = 2

type Found = { text: string; options: readonly Option[] }

/**
 * The options that the shop's lists find for a typed text. Until they answer, those found for the previous text that
 * this one finds as well; without an answer there are none: they only help.
 */
export function useFound(find: Find, typed: string): readonly Option[] {
  const api = useApi()
  const [found, setFound] = useState<Found>({ text: '', options: [] })
  const text = typed.trim()
  useEffect(() => {
    if (text.length < fewestLetters) return undefined
    const request = new AbortController()
    wait(pauseMs, request.signal)
      .then(() => find(api, text, request.signal))
      .then((options) => setFound({ text, options }))
      .catch(() => undefined)
    return () => request.abort()
  }, [api, find, text])
  if (text.length < fewestLetters) return []
  return found.text === text ? found.options : matching(found.options, text)
}
