import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { useEndSession } from '../../session/use-end-session.ts'
import { runBulk, type BulkKeys, type BulkReport } from './run-bulk.ts'

export type BulkRun = BulkKeys & {
  /** The label of the step's button. */
  action: string
  /** The word for one row, such as `order`. */
  one: string
  nameOf: (key: string) => string
  take: (api: ApiClient, key: string) => Promise<unknown>
}

/** The progress of a step with several rows. */
export type BulkProgress = { action: string; tried: number; total: number }

/** A report with the names of the rows at the time of the step: they may have left the list since. */
export type NamedReport = BulkReport & Pick<BulkRun, 'action' | 'one'> & { names: ReadonlyMap<string, string> }

/**
 * Applies a step to several rows, reloads the list, and keeps the report until the next run. If the session ends, the page
 * stays with the report, and `logIn` leads to the login and back to the list.
 */
export function useBulk() {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  const [progress, setProgress] = useState<BulkProgress>()
  const [report, setReport] = useState<NamedReport>()

  async function run({ action, one, keys, last, nameOf, take }: BulkRun): Promise<void> {
    setReport(undefined)
    const names = new Map(keys.map((key) => [key, nameOf(key)]))
    const show = (tried: number) => setProgress({ action, tried, total: keys.length })
    show(0)
    try {
      const report = await runBulk({ keys, last }, (key) => take(api, key), show)
      setReport({ action, one, names, ...report })
      if (report.ended === undefined) await router.invalidate()
    } catch (error) {
      if (!endSession(error)) toast.error(messageOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, report, dismiss: () => setReport(undefined), logIn: () => void endSession(report?.ended), run }
}
