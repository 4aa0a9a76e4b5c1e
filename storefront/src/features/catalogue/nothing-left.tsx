import { SearchX } from 'lucide-react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isFiltered, noFilters } from './filter-params.ts'
import type { Narrowing } from './use-narrowing.ts'

/** The filters left nothing of the list: the way back. */
export function NothingLeft({ narrowing: { search, narrow } }: { narrowing: Narrowing }) {
  if (!isFiltered(search)) {
    const actions = <ButtonLink to="/collection">Explore Products</ButtonLink>
    return <EmptyState icon={SearchX} title="No record(s) found" actions={actions} />
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No results found."
      actions={<Button onClick={() => narrow(noFilters)}>Clear all filters</Button>}
    >
      No product fits all the chosen filters. Take one of them away, or begin anew.
    </EmptyState>
  )
}
