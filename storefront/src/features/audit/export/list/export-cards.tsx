import type { Export } from '#modules/audit/schema.ts'
import { countOf, formatDateTime } from '../../../../lib/format/format.ts'
import { SelectBox } from '../../../../ui/table/select-box.tsx'
import type { Selection } from '../../../../ui/table/use-selection.ts'
import { ExportActions } from './export-actions.tsx'
import { ExportBadge } from './export-columns.tsx'
import { wordsOfFilter } from './export-words.ts'
import * as styles from '../../../../ui/data/row-cards.module.css'

type ExportCardsProps = { exports: readonly Export[]; selection: Selection }

/** The exports as cards, for screens without room for a table. */
export function ExportCards({ exports, selection }: ExportCardsProps) {
  return (
    <ul className={styles['cards']}>
      {exports.map((one) => (
        <li key={one.id}>
          <article className={styles['card']}>
            <div className={styles['head']}>
              <SelectBox selection={selection} of={one.id} name={one.fileName} isOnCard />
              <strong>{one.fileName}</strong>
              <ExportBadge {...one} />
            </div>
            <p>
              {wordsOfFilter(one.filter)}, requested {formatDateTime(one.askedAt)}
            </p>
            <p className={styles['note']}>{one.error ?? countOf(one.events, 'event')}</p>
            <ExportActions one={one} />
          </article>
        </li>
      ))}
    </ul>
  )
}
