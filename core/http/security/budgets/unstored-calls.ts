import { Rejection } from '../../../domain/errors.ts'
import { guest, type Caller } from '../caller.ts'
import type { Budget } from './budget.ts'
import type { Budgets } from './budgets.ts'

/** Whether a call has stored something; the handler's outcome sets it. */
export type Effect = { isStored: boolean }

const unstoredCalls: Budget = {
  name: 'unstored-calls',
  points: 300,
  durationSeconds: 60,
  noun: 'requests that change nothing',
}

/**
 * Runs a call, and counts it against the caller's limit if it stored nothing. A fault of an engine is not the caller's,
 * and does not count.
 * @throws Rejection `too-many-requests`, without running it, if the limit is reached
 */
export async function countIfUnstored<Result>(
  budgets: Pick<Budgets, 'check' | 'add'>,
  caller: string,
  run: (effect: Effect) => Promise<Result>,
): Promise<Result> {
  const charge = { budget: unstoredCalls, key: caller }
  budgets.check(charge)
  const effect = { isStored: false }
  try {
    const result = await run(effect)
    if (!effect.isStored) budgets.add(charge)
    return result
  } catch (error) {
    if (error instanceof Rejection) budgets.add(charge)
    throw error
  }
}

/** The key of a caller's budgets: its account or, for a guest, its network address. */
export function callerKey({ id }: Pick<Caller, 'id'>, clientAddress: string): string {
  return id === guest.id ? `address ${clientAddress}` : `account ${id}`
}
