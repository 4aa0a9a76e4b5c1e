import { useNavigate } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { useSyncExternalStore, type SubmitEvent } from 'react'
import type { Facets } from '#modules/catalogue/schema.ts'
import { formText } from '../../lib/form-text.ts'
import { formatCount } from '../../lib/format.ts'
import { categoryLabel } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { isFiltered, type SearchParams } from './search-params.ts'
import styles from './search-screen.module.css'

type FiltersProps = { search: SearchParams; facets: Facets }

/** What narrows a search: category, brand, company, price; open beside the results, folded above them on a phone. */
export function Filters({ search, facets }: FiltersProps) {
  const navigate = useNavigate({ from: '/search' })
  const wide = useWideScreen()
  const narrow = (change: Partial<SearchParams>) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }) })
  return (
    <details key={String(wide)} className={styles['filters']} open={wide}>
      <summary>
        <SlidersHorizontal aria-hidden /> Filters
      </summary>
      <div className={styles['groups']}>
        {isFiltered(search) && (
          <Button look="secondary" onClick={() => void navigate({ search: ({ q, sort }) => ({ q, sort }) })}>
            Clear all filters
          </Button>
        )}
        <FacetGroup
          title="Category"
          counts={facets.category}
          chosen={search.category}
          labelOf={categoryLabel}
          onChoose={(category) => narrow({ category })}
        />
        <FacetGroup title="Brand" counts={facets.brand} chosen={search.brand} onChoose={(brand) => narrow({ brand })} />
        <FacetGroup
          title="Company"
          counts={facets.company}
          chosen={search.company}
          onChoose={(company) => narrow({ company })}
        />
        <PriceRange key={`${search.minPrice}-${search.maxPrice}`} search={search} onChange={narrow} />
      </div>
    </details>
  )
}

type FacetGroupProps = {
  title: string
  counts: Readonly<Record<string, number>>
  chosen: string | undefined
  labelOf?: (value: string) => string
  onChoose: (value: string | undefined) => void
}

const itself = (value: string) => value

/** So many values of one kind are offered. */
const facetLimit = 8

function FacetGroup({ title, counts, chosen, labelOf = itself, onChoose }: FacetGroupProps) {
  const values = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, facetLimit)
  if (chosen !== undefined && !values.some(([value]) => value === chosen)) values.push([chosen, counts[chosen] ?? 0])
  if (values.length === 0) return null
  return (
    <fieldset className={styles['group']}>
      <legend>{title}</legend>
      {values.map(([value, count]) => (
        <button
          key={value}
          type="button"
          className={styles['value']}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value === chosen ? undefined : value)}
        >
          {labelOf(value)}
          <span className={styles['number']}>{formatCount(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}

type PriceRangeProps = { search: SearchParams; onChange: (range: { minPrice?: number; maxPrice?: number }) => void }

function PriceRange({ search, onChange }: PriceRangeProps) {
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    onChange({ minPrice: rupees(formText(form, 'minPrice')), maxPrice: rupees(formText(form, 'maxPrice')) })
  }
  return (
    <form onSubmit={onSubmit}>
      <fieldset className={styles['group']}>
        <legend>Price in ₹</legend>
        <div className={styles['prices']}>
          <TextField label="From" name="minPrice" inputMode="numeric" defaultValue={search.minPrice} />
          <TextField label="To" name="maxPrice" inputMode="numeric" defaultValue={search.maxPrice} />
        </div>
        <br />
        <Button type="submit" look="secondary" wide>
          Apply
        </Button>
      </fieldset>
    </form>
  )
}

function rupees(text: string): number | undefined {
  const number = Number(text.replaceAll(/[,\s₹]/g, ''))
  return Number.isFinite(number) && number > 0 ? number : undefined
}

const wideScreen = '(width >= 992px)'

function useWideScreen(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wideScreen)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(wideScreen).matches,
    () => false,
  )
}
