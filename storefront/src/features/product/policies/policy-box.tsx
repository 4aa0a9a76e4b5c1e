import { Banknote, Ban, RefreshCw, Truck } from 'lucide-react'
import { useId, useState } from 'react'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { pagePart } from '../../../ui/feedback/page-part.tsx'
import type { PolicyName } from './policy-detail.tsx'
import * as styles from './policy-box.module.css'

const PolicyDetail = lazyPart(() => import('./policy-detail.tsx').then((module) => module.PolicyDetail))

/** Only on the server: where scripts run, a text is fetched when it is opened. */
const AllPolicies =
  import.meta.env.SSR &&
  pagePart(
    () => import('./policy-detail.tsx').then((module) => module.AllPolicies),
    () => true,
  )

const policies = [
  { name: 'Delivery', icon: Truck },
  { name: 'Replacement', icon: RefreshCw },
  { name: 'Cash on delivery', icon: Banknote },
  { name: 'Cancellation', icon: Ban },
] as const

/** The shop's policies; a click opens one, a second click or the close button closes it (spec §2). */
export function PolicyBox() {
  const [open, setOpen] = useState<PolicyName>()
  const detailId = useId()
  return (
    <section className={styles['box']} aria-label="Policies">
      <ul className={styles['policies']}>
        {policies.map(({ name, icon: Icon }) => (
          <li key={name}>
            <button
              type="button"
              className={styles['policy']}
              aria-expanded={name === open}
              aria-controls={detailId}
              onClick={() => setOpen(name === open ? undefined : name)}
            >
              <Icon strokeWidth={1.5} aria-hidden />
              {name}
            </button>
          </li>
        ))}
      </ul>
      <noscript className={styles['all']}>{AllPolicies && <AllPolicies />}</noscript>
      <div id={detailId}>{open && <PolicyDetail name={open} onClose={() => setOpen(undefined)} />}</div>
    </section>
  )
}
