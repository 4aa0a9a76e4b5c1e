import { useEffect, useState } from 'react'
import type { Suggestion } from '#modules/catalogue/schema.ts'
import { fetchSuggestions } from '../../../lib/api/products.ts'
import { logFault } from '../../../lib/log.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { wait } from '../../../lib/router/wait.ts'

/** A pause this long between two keystrokes asks the shop. */
const pauseMs = 50

type Answer = { query: string; suggestions: Suggestion[] }

const none: Answer = { query: '', suggestions: [] }

/**
 * What the shop suggests for this text; the last answer stays until the next one is there. `answers`: it is the answer
 * to this very text.
 */
export function useSuggestions(text: string, wanted: boolean): { suggestions: Suggestion[]; answers: boolean } {
  const api = useApi()
  const [answer, setAnswer] = useState(none)
  const query = wanted ? text.trim() : ''
  useEffect(() => {
    if (query === '') return
    const asking = new AbortController()
    wait(pauseMs, asking.signal)
      .then(() => fetchSuggestions(api, query, asking.signal))
      .then((suggestions) => setAnswer({ query, suggestions }))
      .catch((error: unknown) => {
        // Without suggestions the search itself still works: nothing to bother anybody with.
        if (!asking.signal.aborted) logFault('No suggestions', error)
      })
    return () => asking.abort()
  }, [api, query])
  if (query === '') return { suggestions: none.suggestions, answers: false }
  return { suggestions: answer.suggestions, answers: answer.query === query }
}
