import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleUser } from 'lucide-react'
import { useSession } from '../../../entities/session/use-session.ts'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import * as styles from './user-menu.module.css'

// Loaded on demand, because a first visitor is not logged in.
const PersonMenu = lazyPart(
  () => import('./person-menu.tsx').then((module) => module.PersonMenu),
  ({ session }) => <span className={styles['greeting']}>Hi, {session.name}</span>,
)

/** On the desktop: the login link, or 'Hi, {name}' with the person's menu (spec §2). */
export function UserMenu({ className }: { className?: string | undefined }) {
  const session = useSession()
  if (!session) {
    return (
      <Link to="/login" className={clsx(styles['login'], className)}>
        <CircleUser strokeWidth={1.75} aria-hidden /> Login
      </Link>
    )
  }
  return (
    <div className={className}>
      <PersonMenu session={session} />
    </div>
  )
}
