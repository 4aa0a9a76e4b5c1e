import { useEffect, useState } from 'react'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { indianDay } from '../../../lib/days.ts'
import { wait } from '../../../lib/router/wait.ts'
import { knownGroups, matchingGroups, type Group } from './entries.ts'
import { foundGroups, isSearched } from './found.ts'
import { unreadText } from './unread-text.ts'

/** How long typing must pause before the lists are searched. */
const pauseMs = 150

/** What was found for a text; `attempt` counts the repetitions after a failure. */
type SearchResult = { query: string; attempt: number; groups: readonly Group[]; failure?: string | undefined }

export type Groups = {
  groups: readonly Group[]
  isSearching: boolean
  /** Whether the text is too short for the lists. */
  isShort: boolean
  /** What could not be searched, or why nothing could be. */
  failure: string | undefined
  /** Searches again. */
  retry: () => void
}

/**
 * The entries of the palette for a text: those of the console at once, then those that the shop's lists find. Until
 * then, those found for the previous text stay if they have the words of this one: Enter opens nothing else.
 */
export function useGroups(text: string): Groups {
  const api = useApi()
  const endSession = useEndSession()
  const [today] = useState(() => indianDay(Date.now()))
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<SearchResult>({ query: '', attempt, groups: [] })
  const typed = text.trim()
  const query = isSearched(typed) ? typed : ''
  useEffect(() => {
    if (query === '') return
    const request = new AbortController()
    wait(pauseMs, request.signal)
      .then(() => foundGroups(api, query, request.signal))
      .then(({ groups, unread }) => setResult({ query, attempt, groups, failure: unreadText(unread) }))
      .catch((error: unknown) => {
        if (request.signal.aborted || endSession(error)) return
        setResult({ query, attempt, groups: [], failure: messageOf(error) })
      })
    return () => request.abort()
  }, [api, endSession, query, attempt])
  const known = knownGroups(text, today)
  const retry = () => setAttempt(attempt + 1)
  if (query === '') return { groups: known, isSearching: false, isShort: typed !== '', failure: undefined, retry }
  const isSearching = result.query !== query || result.attempt !== attempt
  return {
    groups: [...known, ...(isSearching ? matchingGroups(result.groups, query) : result.groups)],
    isSearching,
    isShort: false,
    failure: isSearching ? undefined : result.failure,
    retry,
  }
}
