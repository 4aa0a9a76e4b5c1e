import { addressText } from '../../../lib/router/address-text.ts'
import { addressWhole } from '../../../lib/address-whole.ts'

/** The search parameters of the operations page: the filters of its activity, and the position before which it ends. */
export type ActivitySearch = {
  /** A read model, a reactor, or `everywhere`. */
  of?: string | undefined
  /** The id of a person. */
  by?: string | undefined
  before?: number | undefined
}

export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  return {
    of: addressText(search['of'], 100),
    by: addressText(search['by'], 100),
    before: addressWhole(search['before']),
  }
}
