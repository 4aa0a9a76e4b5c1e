import { Link } from '@tanstack/react-router'
import { DepartmentPicture } from '../../../ui/media/department-picture.tsx'
import type { NavigationLink } from '../../../lib/router/navigation.ts'

/** A link of the menu: to a collection, or to another page. */
export function MenuLink({ link, className }: { link: NavigationLink; className?: string | undefined }) {
  if ('category' in link) {
    return (
      <Link to="/collection/$category" params={{ category: link.category }} className={className}>
        <DepartmentPicture category={link.category} size={36} />
        {link.label}
      </Link>
    )
  }
  return (
    <Link to={link.path} className={className} activeOptions={{ exact: true }}>
      {link.label}
    </Link>
  )
}
