import type { Export } from '#modules/audit/schema.ts'
import { countOf, formatMoment } from '../../../../lib/format/format.ts'
import { ExportActions } from './export-actions.tsx'
import { ExportBadge } from './export-columns.tsx'
import { wordsOfFilter } from './export-words.ts'
import * as styles from '../../../../ui/data/row-cards.module.css'

/** The exports as cards, for screens without room for a table. */
export function ExportCards({ exports }: { exports: readonly Export[] }) {
  return (
    <ul className={styles['cards']}>
      {exports.map((one) => (
        <li key={one.id} className={styles['card']}>
          <div className={styles['head']}>
            <strong>{one.fileName}</strong>
            <ExportBadge {...one} />
          </div>
          <p>
            {wordsOfFilter(one.filter)}, requested {formatMoment(one.askedAt)}
          </p>
          <p className={styles['note']}>{one.error ?? countOf(one.events, 'event')}</p>
          <ExportActions one={one} />
        </li>
      ))}
    </ul>
  )
}
