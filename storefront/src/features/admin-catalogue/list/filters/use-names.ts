import { useEffect, useRef, useState } from 'react'
import { useEndSession } from '../../../../entities/session/use-end-session.ts'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { fetchProductNames } from '../../../../lib/api/managed-products.ts'
import { useApi } from '../../../../lib/api/use-services.ts'
import { useToast } from '../../../../lib/atoms/toast-atoms.ts'

export type NamedField = 'brand' | 'company'

/** Finds the brands or companies that contain a text; only the response for the last text is used. */
export function useNames(of: NamedField) {
  const api = useApi()
  const toast = useToast()
  const endSession = useEndSession()
  const [names, setNames] = useState<readonly string[]>()
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  async function find(text: string): Promise<void> {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    try {
      const found = await fetchProductNames(api, { of, text: text.trim() || undefined }, signal)
      if (!signal.aborted) setNames(found)
    } catch (error) {
      if (!signal.aborted && !endSession(error)) toast.error(messageOf(error))
    }
  }
  return { names, find: (text: string) => void find(text) }
}
