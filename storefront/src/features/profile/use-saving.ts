import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'

/** What was refused: at a field, or, without one, the whole. */
export type Refusal = { field?: string; message: string }

/** Runs the commands of one form, and keeps why the last one was refused. */
export function useSaving() {
  const endSession = useEndSession()
  const [isBusy, setIsBusy] = useState(false)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])

  /** Shows them before it returns, so that the caller can move the focus to the first. */
  function refuse(found: readonly Refusal[]): void {
    flushSync(() => setRefusals(found))
  }

  /** Resolves to whether the command succeeded. */
  async function save(command: () => Promise<unknown>): Promise<boolean> {
    setIsBusy(true)
    setRefusals([])
    try {
      await command()
      return true
    } catch (failure) {
      if (!endSession(failure)) refuse(refusalsOf(failure))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return {
    isBusy,
    save,
    /** Shows faults that were found without a command. */
    refuse,
    faultOf: (name: string) => refusals.find(({ field }) => field === name)?.message,
    /** The refusal of the whole. */
    message: refusals.find(({ field }) => field === undefined)?.message,
  }
}

function refusalsOf(failure: unknown): Refusal[] {
  const named = failure instanceof ApiError ? failure.errors : []
  if (named.length === 0) return [{ message: messageOf(failure) }]
  return named.map(({ field, defaultMessage }) => ({ field, message: defaultMessage }))
}
