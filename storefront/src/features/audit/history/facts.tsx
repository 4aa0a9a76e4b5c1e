import { clsx } from 'clsx'
import type { Fact } from '#modules/audit/schema.ts'
import { ShortId, ShortIds, shortened } from '../../../ui/data/short-id.tsx'
import * as styles from '../panel.module.css'

type FactsProps = {
  facts: readonly Fact[]
  /** The fields that have another value now. */
  differing: ReadonlySet<string>
}

/** A state field by field; what differs from the current one is highlighted. */
export function Facts({ facts, differing }: FactsProps) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ field, label, value }) => (
        <div key={field} className={clsx(differing.has(field) && styles['differs'])}>
          <dt>
            <ShortIds text={label} />
          </dt>
          <dd>
            <ShortId text={value} of={shortened(label)} />
            {differing.has(field) && <span className="visually-hidden">, which is different now</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
