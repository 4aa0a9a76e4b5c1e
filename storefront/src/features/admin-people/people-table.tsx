import type { User } from '#modules/identity/schema.ts'
import { shownColumns } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Selection } from '../../ui/table/use-selection.ts'
import { peopleColumns } from './people-columns.tsx'
import { standardSort, type PeopleSearch } from './people-search.ts'
import { PersonActions, type Asking } from './person-actions.tsx'

type PeopleTableProps = {
  people: readonly User[]
  search: PeopleSearch
  selection: Selection
  onAsk: (asking: Asking) => void
}

/** The people as a table. */
export function PeopleTable({ people, search, selection, onAsk }: PeopleTableProps) {
  return (
    <DataTable
      name="People"
      rows={people}
      columns={shownColumns(peopleColumns, search.columns)}
      keyOf={({ id }) => id}
      nameOf={({ username }) => username}
      sort={search.sort ?? standardSort}
      isCompact={search.density === 'compact'}
      selection={selection}
      actions={actionsWith(onAsk)}
      actionsHead="Actions"
    />
  )
}

function actionsWith(onAsk: (asking: Asking) => void) {
  return (person: User) => <PersonActions person={person} onAsk={onAsk} />
}
