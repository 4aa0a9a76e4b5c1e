import type { User } from '#modules/identity/schema.ts'
import { BulkBar } from '../../entities/list/bulk/bulk-bar.tsx'
import { shownColumns } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useSelection } from '../../ui/table/use-selection.ts'
import { bulkRoles } from './bulk-roles.ts'
import { peopleColumns } from './people-columns.tsx'
import { standardSort, type PeopleSearch } from './people-search.ts'
import { PersonActions, type Asking } from './person-actions.tsx'

type PeopleTableProps = { people: readonly User[]; search: PeopleSearch; onAsk: (asking: Asking) => void }

/** The people as a table; roles can be granted to or revoked from several at once. */
export function PeopleTable({ people, search, onAsk }: PeopleTableProps) {
  const selection = useSelection(people.map(({ id }) => id))
  return (
    <>
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
      <BulkBar
        one="account"
        selection={selection}
        nameOf={(id) => people.find((person) => person.id === id)?.username ?? id}
        steps={bulkRoles(people.filter(({ id }) => selection.isSelected(id)))}
      />
    </>
  )
}

function actionsWith(onAsk: (asking: Asking) => void) {
  return (person: User) => <PersonActions person={person} onAsk={onAsk} />
}
