import type { Interpretation } from './query/interpret.ts'
import { planOf } from './query/plan.ts'
import { namesAll } from './rank/score.ts'
import type { SearchResult } from './product-search-index.ts'
import type { Finder, Finding, Matching, Request } from './finder.ts'
import type { Found } from './text/highlight.ts'

/** What an engine found for a text, and how the text was read; no interpretation if there is no text. */
export type SearchOutcome = {
  finding: Finding
  matching?: Matching
  interpretation?: Interpretation
  found?: Found
  /** False if every word is known or corrected, but no document has all of them: the corrections are then doubtful. */
  isCredible: boolean
  /** Another text that finds clearly more, though this one has no typos. */
  offered?: string | undefined
}

/**
 * A word of English that no product has may be a typo all the same. It is searched for as one if products are named by
 * the word that it is like, together with the rest of the text, and where nothing is found as typed.
 */
export async function outcomeFor(
  finder: Finder,
  request: Request,
  typed: Interpretation,
): Promise<SearchOutcome | undefined> {
  const { instead } = typed
  if (instead === undefined) return outcomeAs(finder, request, typed)
  if (instead.areKnown) return withOffer(finder, request, { outcome: await outcomeAs(finder, request, typed), instead })
  if ((await countNamedBy(finder, request, instead.meant)) > 0) return outcomeAs(finder, request, instead.meant)
  const outcome = await outcomeAs(finder, request, typed)
  return outcome !== undefined && outcome.finding.matched > 0 ? outcome : outcomeAs(finder, request, instead.meant)
}

async function outcomeAs(
  finder: Finder,
  request: Request,
  interpretation: Interpretation,
): Promise<SearchOutcome | undefined> {
  const plan = planOf(interpretation)
  const { found } = plan
  let isCredible = true
  if (plan.all !== undefined) {
    const whole = { ...plan, all: plan.all }
    const finding = await finder.findAll(request, whole)
    isCredible = finding.matched > 0 || hasUnknown(interpretation)
    if (finding.matched > 0 && finding.isGood)
      return { finding, matching: { by: 'all', plan: whole }, interpretation, found, isCredible }
  }
  if (plan.each.length === 0) return undefined
  const finding = await finder.findMost(request, plan)
  return { finding, matching: { by: 'most', plan }, interpretation, found, isCredible }
}

/** The number of documents whose title, names or category have all of a text. */
async function countNamedBy(finder: Finder, request: Request, interpretation: Interpretation): Promise<number> {
  const { all, ...plan } = planOf(interpretation)
  if (all === undefined || hasUnknown(interpretation)) return 0
  return (await finder.findAll({ ...request, within: 'heads', page: 0 }, { ...plan, all })).matched
}

type Offered = { outcome: SearchOutcome | undefined; instead: NonNullable<Interpretation['instead']> }

/** As many times more products must be named by the corrected text than are found by the typed one. */
const clearlyMore = 2

/** Adds the corrected text if it names clearly more products than are found as typed, none of which is named so. */
async function withOffer(
  finder: Finder,
  request: Request,
  { outcome, instead }: Offered,
): Promise<SearchOutcome | undefined> {
  if (outcome?.interpretation === undefined || request.within === 'heads') return outcome
  const isNamed = namesAll(outcome.interpretation)
  if (outcome.finding.window.some(({ profile }) => isNamed(profile))) return outcome
  const count = await countNamedBy(finder, request, outcome.interpretation)
  if (count > 0 || (await countNamedBy(finder, request, instead.meant)) < clearlyMore * outcome.finding.matched)
    return outcome
  return { ...outcome, offered: instead.meant.didYouMean }
}

function hasUnknown({ segments }: Interpretation): boolean {
  return segments.some(({ alternatives }) => alternatives.length === 0)
}

type Offers = Pick<SearchResult, 'didYouMean' | 'foundAsTyped' | 'genericNames'>

/** What the result says about the text itself. */
export function offersOf({ interpretation, isCredible, offered }: SearchOutcome): Offers {
  const corrected = isCredible ? interpretation?.didYouMean : undefined
  return {
    ...(corrected !== undefined && { didYouMean: corrected }),
    ...(corrected === undefined && offered !== undefined && { didYouMean: offered, foundAsTyped: true }),
    ...genericNamesOf(interpretation),
  }
}

export function genericNamesOf(interpretation: Interpretation | undefined): Pick<SearchResult, 'genericNames'> {
  const { genericNames = [] } = interpretation ?? {}
  return genericNames.length === 0 ? {} : { genericNames }
}
