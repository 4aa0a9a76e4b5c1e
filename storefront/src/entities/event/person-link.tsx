import { Link } from '@tanstack/react-router'
import { OrEmpty } from '../../ui/data/or-empty.tsx'

/** The username of the account that caused an event, as a link to its page. */
export function PersonLink({ id, username }: { id: string | undefined; username: string }) {
  if (id === undefined) return <OrEmpty text={username} />
  return (
    <Link to="/admin/users/$userId" params={{ userId: id }}>
      <OrEmpty text={username} />
    </Link>
  )
}
