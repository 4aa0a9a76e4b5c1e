import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { currentYear, shop } from '../../lib/shop.ts'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Logo } from '../../ui/media/logo.tsx'
import * as styles from './footer.module.css'

const SchemeDialog = lazyPart(() => import('./scheme/scheme-dialog.tsx').then((module) => module.SchemeDialog))

/** Contact, enquiries, the other pages, social icons and the copyright line (spec §2). */
export function Footer() {
  return (
    <footer className={styles['footer']}>
      <div className={styles['columns']}>
        <div>
          <div className={styles['brand']}>
            <Logo />
          </div>
          <p className={styles['claim']}>
            Medical equipment and healthcare supplies for hospitals, clinics and homes across India.
          </p>
          <SocialLinks />
        </div>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact">Contact us</h2>
          <address>
            <ul className={styles['list']}>
              {shop.address.map((line) => (
                <li key={line}>{line}</li>
              ))}
              <li>
                <a href={shop.phoneLink}>{shop.phone}</a>
              </li>
            </ul>
          </address>
        </section>
        <section aria-labelledby="footer-enquiry">
          <h2 id="footer-enquiry">Enquiries</h2>
          <ul className={styles['list']}>
            <li>
              <a href={`mailto:${shop.enquiryEmail}`}>{shop.enquiryEmail}</a>
            </li>
            <li>
              <a href={`mailto:${shop.email}`}>{shop.email}</a>
            </li>
            <li>{shop.hours}</li>
          </ul>
        </section>
        <nav aria-label="Other links">
          <h2>Other links</h2>
          <ul className={styles['list']}>
            <li>
              <Link to="/about-us">About Us</Link>
            </li>
            <li>
              <Link to="/support-client-services">Support & Client Services</Link>
            </li>
            <li>
              <Link to="/privacy-policy">Privacy Policy</Link>
            </li>
            <li>
              <Link to="/site-map">Site Map</Link>
            </li>
          </ul>
        </nav>
      </div>
      <div className={styles['legal']}>
        <div>
          <p>
            <span>
              © {currentYear()} {shop.legalName} All rights reserved.
            </span>
            <span>All prices in Indian rupees, exclusive of GST.</span>
          </p>
          <Appearance />
        </div>
      </div>
    </footer>
  )
}

/** Opens the choice of the colour scheme. */
function Appearance() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles['appearance']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Appearance
      </button>
      {isOpen && <SchemeDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const social = [
  {
    name: 'LinkedIn',
    href: 'https://www.linkedin.com/company/sanjeevani-medical',
    path: 'M6.5 9.5V18M6.5 6v.1M11 18V9.5m0 4c0-2.5 1.3-4 3.5-4s3 1.5 3 4V18',
  },
  {
    name: 'Facebook',
    href: 'https://www.facebook.com/sanjeevani-medical',
    path: 'M16 3.5h-2c-2.2 0-3.5 1.4-3.5 3.5v14M7 11.5h8',
  },
  {
    name: 'YouTube',
    href: 'https://www.youtube.com/@sanjeevani-medical',
    path: 'M5.5 5.5h13a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3ZM10 9v6l5-3-5-3Z',
  },
]

function SocialLinks() {
  return (
    <ul className={styles['social']}>
      {social.map(({ name, href, path }) => (
        <li key={name}>
          <a href={href} rel="noopener noreferrer" target="_blank" aria-label={`${name} (opens in a new tab)`}>
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden>
              <path d={path} strokeLinecap="round" strokeLinejoin="round" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
