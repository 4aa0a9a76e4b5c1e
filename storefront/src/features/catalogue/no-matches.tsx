import { SearchX } from 'lucide-react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { isFiltered } from './filters/filter-params.ts'
import type { Narrowing } from './filters/use-narrowing.ts'
import { withoutFilters } from './filters/without-filters.ts'

type NothingLeftProps = { title: string; narrowing: Narrowing }

/** Shown if no product is left in the list; offers to clear the filters. */
export function NoMatches({ title, narrowing: { search, narrow } }: NothingLeftProps) {
  if (!isFiltered(search)) {
    const actions = <ButtonLink to="/collection">Explore Products</ButtonLink>
    return <EmptyState icon={SearchX} title={title} actions={actions} />
  }
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      actions={<Button onClick={() => narrow(withoutFilters(search))}>Clear all filters</Button>}
    >
      No product matches all the chosen filters. Remove one, or clear them all.
    </EmptyState>
  )
}
