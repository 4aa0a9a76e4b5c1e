import { useEffect, useState } from 'react'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { indianDay } from '../../../lib/days.ts'
import { wait } from '../../../lib/router/wait.ts'
import { knownGroups, matchingGroups, type Group } from './entries.ts'
import { foundGroups } from './found.ts'

/** How long typing must pause before the lists are searched. */
const pauseMs = 150
/** Shorter texts match too much. */
const fewestLetters = 2

type Answer = { query: string; groups: readonly Group[]; failure?: string }

/**
 * The entries of the palette for a text: those of the console at once, then those that the shop's lists find. Until
 * then, those found for the previous text stay if they have the words of this one: Enter opens nothing else.
 */
export function useGroups(text: string): { groups: readonly Group[]; isSearching: boolean; failure?: string } {
  const api = useApi()
  const endSession = useEndSession()
  const [today] = useState(() => indianDay(Date.now()))
  const [answer, setAnswer] = useState<Answer>({ query: '', groups: [] })
  const query = text.trim().length < fewestLetters ? '' : text.trim()
  useEffect(() => {
    if (query === '') return
    const request = new AbortController()
    wait(pauseMs, request.signal)
      .then(() => foundGroups(api, query, request.signal))
      .then((groups) => setAnswer({ query, groups }))
      .catch((error: unknown) => {
        if (request.signal.aborted || endSession(error)) return
        setAnswer({ query, groups: [], failure: messageOf(error) })
      })
    return () => request.abort()
  }, [api, endSession, query])
  const known = knownGroups(text, today)
  if (query === '') return { groups: known, isSearching: false }
  const { failure } = answer
  const isSearching = answer.query !== query
  return {
    groups: [...known, ...(isSearching ? matchingGroups(answer.groups, query) : answer.groups)],
    isSearching,
    ...(failure === undefined ? {} : { failure }),
  }
}
