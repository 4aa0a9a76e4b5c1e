import type { Clock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Receiver } from '#core/http/routing/route.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { countedForm, mayHoldNumber, possibleCodes, withoutCodes } from '../domain/searched-text.ts'
import type { Unfound, WithoutHitsCounts } from './counts.ts'

/** Which of these texts are the id of a product, in any writing. A SKU or model number of one finds it. */
export type FindKnownCodes = (texts: readonly string[]) => Promise<ReadonlySet<string>>

export type WithoutHitsCounter = {
  /** Counts a search that found nothing, in the background: returns at once and never throws. */
  note(text: string, receiver: Receiver): void
  /** Resolves when everything noted so far is stored, or could not be. */
  flush(): Promise<void>
}

type Deps = {
  counts: Pick<WithoutHitsCounts, 'add'>
  findKnownCodes: FindKnownCodes
  budgets: Pick<Budgets, 'check' | 'add'>
  clock: Clock
}

/** A person searches less often; what a program searches beyond that is not counted. */
const searchesWithoutHits: Budget = {
  name: 'searches-without-hits',
  points: 60,
  durationSeconds: 3_600,
  noun: 'searches without a hit',
}

/** The delay after which the searches of a process are stored together. */
const storeAfterMs = 500
/** Further ones are not counted until these are stored. */
const maxPending = 500

/**
 * Counts the searches without a hit after they have been answered: in memory first, and stored together. What cannot be
 * stored is lost, as a count is not worth a failing search.
 */
export function withoutHitsCounter({ counts, findKnownCodes, budgets, clock }: Deps): WithoutHitsCounter {
  let pending = new Map<string, Unfound>()
  let storing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function store(searches: readonly Unfound[]): Promise<void> {
    const countable = await withoutNumbers(searches, findKnownCodes)
    if (countable.length > 0) await counts.add(countable)
  }

  function storePending(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const searches = [...pending.values()]
    pending = new Map()
    if (searches.length > 0) storing = storing.then(() => store(searches)).catch(() => undefined)
    return storing
  }

  return {
    note(text, { session, clientAddress }) {
      const form = countedForm(text)
      if (form === undefined || !isWithinBudget(budgets, clientAddress)) return
      const key = `${session} ${form}`
      const known = pending.get(key)
      if (known === undefined && pending.size >= maxPending) return
      pending.set(key, { form, session, count: (known?.count ?? 0) + 1, lastAt: clock() })
      timer ??= setTimeout(() => void storePending(), storeAfterMs).unref()
    },
    flush: storePending,
  }
}

function isWithinBudget(budgets: Deps['budgets'], clientAddress: string): boolean {
  const charge = { budget: searchesWithoutHits, key: `address ${clientAddress}` }
  try {
    budgets.check(charge)
  } catch (error) {
    if (error instanceof Rejection) return false
    throw error
  }
  budgets.add(charge)
  return true
}

/** Leaves out texts with digits that may be a phone number or the like, unless they are a known code. */
async function withoutNumbers(searches: readonly Unfound[], findKnownCodes: FindKnownCodes): Promise<Unfound[]> {
  const doubtful = searches.filter(({ form }) => mayHoldNumber(form))
  if (doubtful.length === 0) return [...searches]
  const known = await findKnownCodes(doubtful.flatMap(({ form }) => possibleCodes(form).map(({ text }) => text)))
  return searches.filter(({ form }) => !mayHoldNumber(form) || !mayHoldNumber(withoutCodes(form, known)))
}
