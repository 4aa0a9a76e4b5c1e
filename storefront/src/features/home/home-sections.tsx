import { Link } from '@tanstack/react-router'
import { Banknote, FileCheck, RefreshCw, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { collections } from '../../lib/router/navigation.ts'
import { DepartmentPicture } from '../../ui/media/department-picture.tsx'
import * as styles from './home-sections.module.css'

const promises = [
  { icon: Truck, title: 'Free shipping', text: 'Anywhere in India on your first order' },
  { icon: Banknote, title: 'Cash on delivery', text: 'Pay when it reaches you' },
  { icon: RefreshCw, title: 'Two-week replacement', text: 'For damaged or defective goods' },
  { icon: FileCheck, title: 'Honest prices', text: 'In rupees, exclusive of GST' },
]

/** The promises that a buyer looks for first. */
export function Promises() {
  return (
    <ul className={styles['promises']}>
      {promises.map(({ icon: Icon, title, text }) => (
        <li key={title} className={styles['promise']}>
          <Icon strokeWidth={1.5} aria-hidden />
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** A section of the home page with a heading and an optional link to more. */
export function HomeSection({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        {more && <span className={styles['more']}>{more}</span>}
      </div>
      {children}
    </section>
  )
}

/** The collections by department, for direct access. */
export function Departments() {
  const departments = collections.filter(({ parent }) => parent === null)
  return (
    <div className={styles['departments']}>
      {departments.map(({ path, label }) => (
        <div key={path} className={styles['department']}>
          <h3>
            <Link to="/collection/$category" params={{ category: path }}>
              <DepartmentPicture category={path} size={72} />
              {label}
            </Link>
          </h3>
          <CollectionLinks parent={path} />
        </div>
      ))}
    </div>
  )
}

function CollectionLinks({ parent }: { parent: string }) {
  const children = collections.filter((collection) => collection.parent === parent)
  const links = children.length > 0 ? children : [{ path: parent, label: 'Everyday and speciality medicines' }]
  return (
    <ul className={styles['links']}>
      {links.map(({ path, label }) => (
        <li key={label}>
          <Link to="/collection/$category" params={{ category: path }}>
            {children.length > 0 && <DepartmentPicture category={path} size={44} />}
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
