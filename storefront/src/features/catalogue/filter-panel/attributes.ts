import type { SearchInput } from '#modules/catalogue/schema.ts'
import type { FilterParams } from '../filters/filter-params.ts'
import { valuesIn } from './values.ts'

export type AttributeFilters = NonNullable<SearchInput['filters']>

/** The API accepts no more, and no longer ones. */
const [maxAttributes, maxValues, maxLength] = [20, 50, 80]

/** The filters by specifications, by the names of these; without those that are invalid. */
export function attributesIn(search: FilterParams): AttributeFilters {
  const filters: AttributeFilters = {}
  for (const [param, value] of Object.entries(search).filter(([, text]) => text)) {
    const [, kind = '', name] = /^(is|min|max)\.(.{1,60})$/.exec(param) ?? []
    if (name === undefined) continue
    const filter = kind === 'is' ? choiceIn(String(value)) : rangeWith(kind, Number(value), filters[name])
    if (filter !== undefined) filters[name] = filter
  }
  return Object.fromEntries(Object.entries(filters).slice(0, maxAttributes))
}

type AttributeFilter = AttributeFilters[string]

function choiceIn(text: string): AttributeFilter | undefined {
  const values = valuesIn(text).map((value) => value.slice(0, maxLength))
  return values.length > 0 ? values.slice(0, maxValues) : undefined
}

/** An attribute that is filtered by values has no range. */
function rangeWith(limit: string, value: number, others: AttributeFilter | undefined): AttributeFilter | undefined {
  return Array.isArray(others) || !Number.isFinite(value) ? others : { ...others, [limit]: value }
}
