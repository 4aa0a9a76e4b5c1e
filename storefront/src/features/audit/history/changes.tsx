import { OrEmpty } from '../../../ui/data/or-empty.tsx'
import { ShortId, ShortIds, shortened } from '../../../ui/data/short-id.tsx'
import type { ComparedFact } from './compare-facts.ts'
import * as styles from './changes.module.css'

/** What changed between two points in time, and nothing else: old → new. */
export function Changes({ changes }: { changes: readonly ComparedFact[] }) {
  return (
    <ul className={styles['changes']}>
      {changes.map(({ field, label, before, after }) => (
        <li key={field}>
          <span className={styles['label']}>
            <ShortIds text={label} />
          </span>{' '}
          <Value text={before} of={shortened(label)} /> <span className={styles['arrow']}>→</span>{' '}
          <strong>
            <Value text={after} of={shortened(label)} />
          </strong>
        </li>
      ))}
    </ul>
  )
}

function Value({ text, of }: { text: string | undefined; of: string }) {
  if (text === undefined) return <OrEmpty text={text} />
  return (
    <span>
      <ShortId text={text} of={of} />
    </span>
  )
}
