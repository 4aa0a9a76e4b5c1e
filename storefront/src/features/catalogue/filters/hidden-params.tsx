import type { FilterParams } from './filter-params.ts'

/** The parameters of a list's address, without its page, as fields of a form that is submitted without scripts. */
export function HiddenParams({ search }: { search: FilterParams }) {
  return Object.entries(search).map(
    ([name, value]) => value && name !== 'page' && <input key={name} type="hidden" name={name} value={value} />,
  )
}
