import { Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import type { Page as PageOf } from '../../lib/api/page.ts'
import { countOf } from '../../lib/format/format.ts'
import { pageSummary } from '../../lib/router/pagination.ts'
import { Button } from '../../ui/button.tsx'
import { BoardFilters } from '../../ui/data/board-filters.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import type { WordsRow } from './load-words.ts'
import { SynonymDialog, type Edited } from './synonym-dialog.tsx'
import { SynonymItem, UnfoundItem } from './words-items.tsx'
import { languages, languageText, type WordsSearch } from './words-search.ts'
import * as styles from './search-words.module.css'

type SearchWordsProps = { page: PageOf<WordsRow>; search: WordsSearch }

/** The words by which shoppers search: the synonyms that an admin edits, and what was searched for without a hit. */
export function SearchWordsScreen({ page, search }: SearchWordsProps) {
  const [edited, setEdited] = useState<Edited | undefined>(search.add === undefined ? undefined : { text: search.add })
  const count = countIn(search, page.totalElements)
  useAnnouncement(pageSummary(page, count))
  return (
    <Page>
      <PageHead title="Search words" lead={count}>
        <Button look="secondary" onClick={() => setEdited({ text: '' })}>
          <Plus aria-hidden /> Add a synonym
        </Button>
      </PageHead>
      <WordsFilters search={search} />
      {page.content.length === 0 ? (
        <EmptyState icon={SearchX} title="No record(s) found" />
      ) : (
        <ul className={styles['words']}>
          {page.content.map((row) =>
            'synonym' in row ? (
              <li key={row.synonym.id}>
                <SynonymItem entry={row.synonym} onChange={() => setEdited({ entry: row.synonym })} />
              </li>
            ) : (
              <li key={row.unfound.text}>
                <UnfoundItem unfound={row.unfound} onAdd={() => setEdited({ text: row.unfound.text })} />
              </li>
            ),
          )}
        </ul>
      )}
      <Pagination page={page} />
      {edited && <SynonymDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

function WordsFilters({ search: { text, state, language } }: { search: WordsSearch }) {
  const filter = { name: 'state', label: 'Which words', current: state, choices: states }
  if (state === 'without-hits')
    return (
      <BoardFilters
        label="Search the searches without a hit"
        placeholder="Words of what shoppers typed"
        text={text}
        filter={filter}
      />
    )
  return (
    <BoardFilters
      label="Search the synonyms"
      placeholder="What shoppers type, or what they mean"
      text={text}
      filter={filter}
      second={{ name: 'language', label: 'Language', current: language, choices: languageChoices }}
    />
  )
}

function countIn({ state }: WordsSearch, total: number): string {
  if (state === 'without-hits') return countOf(total, 'search without a hit', 'searches without a hit')
  return countOf(total, state === 'removed' ? 'removed synonym' : 'synonym')
}

const states = [
  { value: undefined, label: 'In use' },
  { value: 'removed', label: 'Removed' },
  { value: 'without-hits', label: 'Searches without a hit' },
]

const languageChoices = [
  { value: undefined, label: 'All languages' },
  ...languages.map((one) => ({ value: one, label: languageText(one) })),
]
