import { Pencil, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import type { ListedSynonym, SearchWithoutHits } from '#modules/search-words/schema.ts'
import { countOf, formatDay } from '../../lib/format/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useChangeSynonyms } from './use-change-synonyms.ts'
import { kindText, languageText } from './words-search.ts'
import * as styles from './search-words.module.css'

/** A synonym with its actions; a removed one can only be restored. */
export function SynonymItem({ entry, onChange }: { entry: ListedSynonym; onChange: () => void }) {
  const { remove, undo } = useChangeSynonyms()
  const name = entry.terms.join(', ')
  return (
    <article className={styles['item']}>
      <h2 lang={entry.language}>{name}</h2>
      <p>{entry.means.join(', ')}</p>
      <p className={styles['about']}>
        {kindText(entry.kind)} · {languageText(entry.language)}
        {!entry.supplied && ' · Added here'}
        {entry.revision > 0 && ` · Changed ${formatDay(entry.changedAt)}`}
      </p>
      <div className={styles['actions']}>
        {entry.removed ? (
          <Button look="secondary" onClick={() => void undo(entry)}>
            <RotateCcw aria-hidden /> Restore<span className="visually-hidden"> {name}</span>
          </Button>
        ) : (
          <>
            {entry.undoable && (
              <IconButton label={`Undo the last change of ${name}`} onClick={() => void undo(entry)}>
                <Undo2 aria-hidden />
              </IconButton>
            )}
            <IconButton label={`Change ${name}`} onClick={onChange}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={`Remove ${name}`} danger onClick={() => void remove(entry)}>
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
      </div>
    </article>
  )
}

/** A text that was searched for without a hit. */
export function UnfoundItem({ unfound, onAdd }: { unfound: SearchWithoutHits; onAdd: () => void }) {
  const { text, count, lastAt } = unfound
  return (
    <article className={styles['item']}>
      <h2>{text}</h2>
      <p>{countOf(count, 'search', 'searches')}</p>
      <p className={styles['about']}>Last on {formatDay(lastAt)}</p>
      <div className={styles['actions']}>
        <Button look="secondary" onClick={onAdd}>
          Add a synonym<span className="visually-hidden"> for {text}</span>
        </Button>
      </div>
    </article>
  )
}
