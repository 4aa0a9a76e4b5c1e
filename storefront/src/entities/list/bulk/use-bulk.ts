import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { useEndSession } from '../../session/use-end-session.ts'
import { runBulk, type BulkReport } from './run-bulk.ts'

export type BulkRun = {
  /** The label of the step's button. */
  action: string
  keys: readonly string[]
  take: (api: ApiClient, key: string) => Promise<unknown>
}

/** How far a step with several rows has come. */
export type BulkProgress = { action: string; tried: number; total: number }

/** Takes a step with several rows, loads the list again, and keeps the report until the next run. */
export function useBulk() {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  const [progress, setProgress] = useState<BulkProgress>()
  const [report, setReport] = useState<BulkReport & { action: string }>()

  async function run({ action, keys, take }: BulkRun): Promise<void> {
    setReport(undefined)
    const show = (tried: number) => setProgress({ action, tried, total: keys.length })
    show(0)
    try {
      setReport({ action, ...(await runBulk(keys, (key) => take(api, key), show)) })
      await router.invalidate()
    } catch (error) {
      if (!endSession(error)) toast.error(messageOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, report, dismiss: () => setReport(undefined), run }
}
