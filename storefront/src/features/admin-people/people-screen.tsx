import { Users } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#modules/identity/schema.ts'
import { BulkList } from '../../entities/list/bulk/bulk-list.tsx'
import { ListPage } from '../../entities/list/list-page.tsx'
import { useSession } from '../../entities/session/use-session.ts'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import type { Page as PageOf } from '../../lib/api/page.ts'
import { countOf } from '../../lib/format/format.ts'
import { pageSummary } from '../../lib/router/pagination.ts'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { BoardFilters, daysNarrowing } from '../../ui/data/board-filters.tsx'
import { DaysFilter } from '../../ui/data/days-filter.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../ui/focus-recovery.tsx'
import { bulkRoles } from './bulk-roles.ts'
import { PeopleCards } from './people-cards.tsx'
import { peopleColumns } from './people-columns.tsx'
import { roles, roleTexts, type PeopleSearch } from './people-search.ts'
import { PeopleTable } from './people-table.tsx'
import type { Asking } from './person-actions.tsx'
import { PersonDialog } from './person-dialog.tsx'

/** All accounts: search, grant roles, delete; as a table, or as cards if there is no room for it. */
export function PeopleScreen({ page, search }: { page: PageOf<User>; search: PeopleSearch }) {
  const [asking, setAsking] = useState<Asking>()
  const isWide = useIsWide()
  const ownId = useSession()?.id
  const count = countOf(page.totalElements, 'account')
  useAnnouncement(pageSummary(page, count))
  return (
    <ListPage title="People" lead={count} search={search} csv="users" columns={peopleColumns}>
      <BoardFilters
        label="Search people"
        placeholder="Name, username, email or mobile number"
        text={search.text}
        filter={{ name: 'role', label: 'Role', current: search.role, choices: roleChoices }}
        narrowed={[daysNarrowing(search, 'Signed up')]}
      >
        <DaysFilter label="Day of signup" days={search} />
      </BoardFilters>
      <FocusRecovery>
        <BulkList
          one="account"
          rows={page.content}
          keyOf={({ id }) => id}
          nameOf={({ username }) => username}
          stepsFor={(selected) => bulkRoles(selected, ownId)}
          isTable={isWide}
          empty={<EmptyState icon={Users} title="No record(s) found" />}
        >
          {(selection) =>
            isWide ? (
              <PeopleTable people={page.content} search={search} selection={selection} onAsk={setAsking} />
            ) : (
              <PeopleCards people={page.content} selection={selection} onAsk={setAsking} />
            )
          }
        </BulkList>
      </FocusRecovery>
      <Pagination page={page} />
      {asking && <PersonDialog asking={withRow(asking, page.content)} onClose={() => setAsking(undefined)} />}
    </ListPage>
  )
}

const roleChoices = [
  { value: undefined, label: 'All' },
  ...roles.map((role) => ({ value: role, label: roleTexts[role].label })),
]

/** With the account from the reloaded list. */
function withRow(asking: Asking, people: readonly User[]): Asking {
  return { ...asking, person: people.find(({ id }) => id === asking.person.id) ?? asking.person }
}
