import { useState, type ReactNode } from 'react'
import type { User } from '#modules/identity/schema.ts'
import { Labelled } from '../../../entities/document/labelled.tsx'
import { formatDay, formatDateTime } from '../../../lib/format/format.ts'
import { ShortId } from '../../../ui/data/short-id.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { PersonActions, type Asking } from '../person-actions.tsx'
import { PersonDialog } from '../person-dialog.tsx'
import { RoleBadges } from '../role-badges.tsx'
import * as styles from './person.module.css'

type PersonScreenProps = {
  id: string
  /** Absent once the account is deleted. */
  person: User | undefined
  /** What belongs to the account, one list below the other. */
  lists: ReactNode
  /** What happened to the account, next to the lists. */
  events: ReactNode
}

/** One account: its details and the actions possible on it, its orders, requests and mails, and what it did. */
export function PersonScreen({ id, person, lists, events }: PersonScreenProps) {
  const [asking, setAsking] = useState<Asking>()
  return (
    <Page>
      <FocusRecovery>
        <PageHead title={person?.name ?? 'Deleted account'} lead={person ? since(person) : whatStays}>
          {person && <PersonActions person={person} onAsk={setAsking} />}
        </PageHead>
      </FocusRecovery>
      <div className={styles['columns']}>
        <section aria-label="Details" className={styles['details']}>
          <Labelled facts={person ? factsOf(person) : { 'Account id': <ShortId text={id} of="the account" /> }} />
        </section>
        <div className={styles['lists']}>{lists}</div>
        <div className={styles['events']}>{events}</div>
      </div>
      {asking && person && <PersonDialog asking={{ ...asking, person }} onClose={() => setAsking(undefined)} />}
    </Page>
  )
}

const whatStays = 'This account no longer exists. Its history stays, without the person.'

const since = ({ username, createDate }: User) => `${username}, since ${formatDay(createDate)}`

function factsOf({ id, username, email, emailVerified, mobileNumber, roles, createDate }: User) {
  return {
    Username: username,
    Email: email,
    'Email confirmed': emailVerified ? 'Yes' : 'No',
    Mobile: mobileNumber,
    Roles: <RoleBadges roles={roles} />,
    'Signed up': formatDateTime(createDate),
    'Account id': <ShortId text={id} of="the account" />,
  }
}
