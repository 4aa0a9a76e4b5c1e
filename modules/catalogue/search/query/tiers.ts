import type { Plan } from './plan.ts'

type Condition = keyof Pick<Plan, 'code' | 'preferred' | 'named' | 'all' | 'exact'>

/**
 * The tiers of the documents that a text matches, the best first: a document is in the first one all of whose conditions
 * its title, names and category meet. Of more documents than can be ranked, every engine ranks those of the best tiers.
 */
export const tiers: readonly (readonly Condition[])[] = [
  ['code'],
  ['preferred', 'named'],
  ['preferred', 'all'],
  ['named', 'all'],
  ['preferred'],
  ['named'],
  ['all', 'exact'],
  ['all'],
  ['exact'],
]
