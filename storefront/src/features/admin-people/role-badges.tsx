import type { AccountRole } from '#modules/identity/schema.ts'
import { roleTexts } from './people-search.ts'
import * as styles from './people.module.css'

/** The roles of a person, in words. */
export function RoleBadges({ roles }: { roles: readonly AccountRole[] }) {
  return (
    <span className={styles['roles']}>
      {roles.map((role) => (
        <span key={role} className={styles['role']}>
          {roleTexts[role].label}
        </span>
      ))}
    </span>
  )
}
