import { Link } from '@tanstack/react-router'
import { collections } from '../../lib/router/navigation.ts'
import { Page, PageHead } from '../../ui/page.tsx'
import * as styles from './article.module.css'

/** The pages of the shop, and the paths of the old site, which redirect to the home page (spec §2). */
const groups: readonly { title: string; links: readonly (readonly [path: string, label: string])[] }[] = [
  {
    title: 'Shop',
    links: [
      ['/', 'Home'],
      ['/collection', 'All products'],
      ['/search', 'Search'],
      ['/cart', 'Cart'],
      ['/checkout', 'Checkout'],
    ],
  },
  {
    title: 'Your account',
    links: [
      ['/login', 'Login'],
      ['/signup', 'Create Account'],
      ['/my-orders', 'My Orders'],
    ],
  },
  {
    title: 'About the shop',
    links: [
      ['/about-us', 'About Us'],
      ['/support-client-services', 'Support & Client Services'],
      ['/privacy-policy', 'Privacy Policy'],
      ['/about', 'About'],
      ['/services', 'Services'],
      ['/doctors', 'Doctors'],
      ['/appointment', 'Appointment'],
      ['/faq', 'FAQ'],
    ],
  },
]

export function SiteMap() {
  return (
    <Page>
      <PageHead title="Site Map" />
      <div className={styles['columns']}>
        {groups.map(({ title, links }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className={styles['links']}>
              {links.map(([path, label]) => (
                <li key={path}>
                  <Link to={path}>{label}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section>
          <h2>Collections</h2>
          <ul className={styles['links']}>
            {collections.map(({ path, label }) => (
              <li key={path}>
                <Link to="/collection/$category" params={{ category: path }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  )
}
