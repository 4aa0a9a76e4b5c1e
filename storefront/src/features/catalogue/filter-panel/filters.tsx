import type { AttributeFacets, Facets } from '#modules/catalogue/schema.ts'
import * as styles from './facets.module.css'
import { readPrice, type AttributeParam } from '../filters/filter-params.ts'
import type { Narrowing } from '../filters/use-narrowing.ts'
import { Categories, type Place } from './categories.tsx'
import { FacetGroup } from './facet-group.tsx'
import { RangeForm } from './range-form.tsx'

/** The counts of a list: those of its facets, and of the specifications by which it can be filtered. */
export type ListFacets = Facets & { attributes: AttributeFacets }

export type FiltersProps = {
  narrowing: Narrowing
  facets: ListFacets
  place: Place
  /** The number of products in the list. */
  total: number
}

/** Lists of more products cannot be filtered by specifications. */
const mostSpecified = 200

/** The filters of a list: category, brand, company, price, specifications. */
export function Filters({ narrowing, facets, place, total }: FiltersProps) {
  const { search, narrow } = narrowing
  const { minPrice, maxPrice } = search
  return (
    <div className={styles['groups']}>
      <Categories place={place} counts={facets.category} narrowing={narrowing} />
      <FacetGroup title="Brand" param="brand" counts={facets.brand} narrowing={narrowing} />
      <FacetGroup title="Company" param="company" counts={facets.company} narrowing={narrowing} />
      <RangeForm
        key={`${minPrice}-${maxPrice}`}
        title="Price in ₹"
        search={search}
        params={{ from: 'minPrice', to: 'maxPrice' }}
        message="Enter an amount in rupees, such as 5000"
        limitOf={readPrice}
        onChange={({ from, to }) => narrow({ minPrice: from, maxPrice: to })}
      />
      {Object.entries(facets.attributes).map(([name, facet]) => (
        <Attribute key={name} name={name} facet={facet} narrowing={narrowing} />
      ))}
      {total > mostSpecified && (
        <p className={styles['more']}>
          Filters by specifications appear in lists of at most {mostSpecified} products: choose a category or a brand
          first.
        </p>
      )}
    </div>
  )
}

type AttributeProps = { name: string; facet: AttributeFacets[string]; narrowing: Narrowing }

/** A filter by a specification: by its numbers, its values, or one of both. */
function Attribute({ name, facet, narrowing }: AttributeProps) {
  const params = { from: `min.${name}`, to: `max.${name}` } as const
  const values = `is.${name}` as const
  return (
    <>
      {'min' in facet && (
        <NumberRange name={name} bounds={facet} params={params} narrowing={without(narrowing, [values])} />
      )}
      {'values' in facet && (
        <FacetGroup
          title={'min' in facet ? `${name}, other values` : name}
          param={values}
          counts={facet.values}
          narrowing={without(narrowing, [params.from, params.to])}
        />
      )}
    </>
  )
}

/** Removes other filters with every change. */
function without({ search, narrow, ...narrowing }: Narrowing, params: readonly AttributeParam[]): Narrowing {
  const removed = Object.fromEntries(params.map((param) => [param, undefined]))
  return {
    ...narrowing,
    search: { ...search, ...removed },
    narrow: (change) => narrow({ ...removed, ...change }),
  }
}

type NumberRangeProps = {
  name: string
  bounds: { min: number; max: number }
  params: { from: AttributeParam; to: AttributeParam }
  narrowing: Narrowing
}

function NumberRange({ name, bounds, params, narrowing: { search, narrow } }: NumberRangeProps) {
  return (
    <RangeForm
      key={`${search[params.from]}-${search[params.to]}`}
      title={name}
      search={search}
      params={params}
      bounds={bounds}
      message={`Enter a number, such as ${bounds.min}`}
      onChange={({ from, to }) => narrow({ [params.from]: from?.toString(), [params.to]: to?.toString() })}
    />
  )
}
