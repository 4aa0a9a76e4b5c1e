import { Link } from '@tanstack/react-router'
import type { User } from '#modules/identity/schema.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import type { Column } from '../../ui/table/columns.ts'
import type { columnIds } from './people-search.ts'
import { RoleBadges } from './role-badges.tsx'
import * as styles from './people.module.css'

type PersonColumn = Column<User> & { id: (typeof columnIds)[number] }

/** The columns of the table of people. A person's name leads to their page. */
export const peopleColumns: readonly PersonColumn[] = [
  {
    id: 'name',
    head: 'Name',
    sorts: 'asc',
    cell: ({ id, name }) => (
      <Link to="/admin/users/$userId" params={{ userId: id }} className={styles['name']} title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'username', head: 'Username', sorts: 'asc', cell: ({ username }) => username },
  { id: 'email', isMinor: true, head: 'Email', fills: true, cell: ({ email }) => email },
  { id: 'mobile', isMinor: true, head: 'Mobile', cell: ({ mobileNumber }) => mobileNumber },
  { id: 'since', head: 'Since', sorts: 'desc', cell: ({ createDate }) => formatDateTime(createDate) },
  { id: 'roles', head: 'Roles', cell: ({ roles }) => <RoleBadges roles={roles} /> },
  {
    id: 'confirmed',
    head: 'Email confirmed',
    isExtra: true,
    cell: ({ emailVerified }) => (emailVerified ? 'Yes' : 'No'),
  },
  { id: 'id', head: 'Account id', isExtra: true, cell: ({ id }) => id },
]
