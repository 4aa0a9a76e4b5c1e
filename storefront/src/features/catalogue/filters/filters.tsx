import { useState, type SubmitEvent } from 'react'
import type { Facets } from '#modules/catalogue/schema.ts'
import { formText } from '../../../lib/forms/form-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Categories, type Place } from '../collection/categories.tsx'
import { FacetGroup } from './facet-group.tsx'
import { readPriceRange, type FilterParams, type PriceRange } from './filter-params.ts'
import type { Narrowing } from './use-narrowing.ts'
import styles from '../browse.module.css'

export type FiltersProps = { narrowing: Narrowing; facets: Facets; place: Place }

/** The filters of a list: category, brand, company, price. */
export function Filters({ narrowing, facets, place }: FiltersProps) {
  const { search, narrow } = narrowing
  const { minPrice, maxPrice } = search
  return (
    <div className={styles['groups']}>
      <Categories place={place} counts={facets.category} narrowing={narrowing} />
      <FacetGroup title="Brand" counts={facets.brand} chosen={search.brand} onChoose={(brand) => narrow({ brand })} />
      <FacetGroup
        title="Company"
        counts={facets.company}
        chosen={search.company}
        onChoose={(company) => narrow({ company })}
      />
      <PriceFields key={`${minPrice}-${maxPrice}`} search={search} onChange={narrow} />
    </div>
  )
}

type PriceFieldsProps = { search: FilterParams; onChange: (range: PriceRange) => void }

function PriceFields({ search, onChange }: PriceFieldsProps) {
  const [fault, setFault] = useState<{ field: keyof PriceRange; message: string }>()
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readPriceRange(formText(form, 'minPrice'), formText(form, 'maxPrice'))
    if (!('message' in read)) {
      setFault(undefined)
      return onChange(read)
    }
    setFault(read)
    form.querySelector<HTMLInputElement>(`[name=${read.field}]`)?.focus()
  }
  const field = (name: keyof PriceRange) => ({
    name,
    inputMode: 'decimal' as const,
    defaultValue: search[name],
    error: fault?.field === name ? fault.message : undefined,
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      {/* Without JavaScript these keep the other parameters in the URL, except the numbers: page and prices. */}
      {Object.entries(search).map(
        ([name, value]) => typeof value === 'string' && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <fieldset className={styles['group']}>
        <legend>Price in ₹</legend>
        <div className={styles['prices']}>
          <TextField label="From" {...field('minPrice')} />
          <TextField label="To" {...field('maxPrice')} />
        </div>
        <Button type="submit" look="secondary" wide>
          Apply
        </Button>
      </fieldset>
    </form>
  )
}
