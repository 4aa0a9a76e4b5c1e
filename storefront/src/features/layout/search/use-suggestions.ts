import { useEffect, useState } from 'react'
import type { Suggestions } from '#modules/catalogue/schema.ts'
import { fetchSuggestions } from '../../../lib/api/products.ts'
import { logFault } from '../../../lib/log.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { wait } from '../../../lib/router/wait.ts'

/** How long typing must pause before suggestions are fetched. */
const pauseMs = 50

type LoadedSuggestions = { query: string; suggestions: Suggestions }

const none: LoadedSuggestions = { query: '', suggestions: { products: [], categories: [], brands: [] } }

/**
 * The suggestions for this text; the previous ones stay until the next ones have loaded. `isCurrent`: the suggestions
 * are for exactly this text.
 */
export function useSuggestions(text: string, wanted: boolean): { suggestions: Suggestions; isCurrent: boolean } {
  const api = useApi()
  const [loaded, setLoaded] = useState(none)
  const query = wanted ? text.trim() : ''
  useEffect(() => {
    if (query === '') return
    const request = new AbortController()
    wait(pauseMs, request.signal)
      .then(() => fetchSuggestions(api, query, request.signal))
      .then((suggestions) => setLoaded({ query, suggestions }))
      .catch((error: unknown) => {
        // The search works without suggestions, so the person does not need to know.
        if (!request.signal.aborted) logFault('No suggestions', error)
      })
    return () => request.abort()
  }, [api, query])
  if (query === '') return { suggestions: none.suggestions, isCurrent: false }
  return { suggestions: loaded.suggestions, isCurrent: loaded.query === query }
}
