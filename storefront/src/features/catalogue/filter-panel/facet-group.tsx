import { useState } from 'react'
import { formatCount } from '../../../lib/format/format.ts'
import * as styles from './facets.module.css'
import type { TextParam } from '../filters/filter-params.ts'
import type { Narrowing } from '../filters/use-narrowing.ts'
import { facetValues } from './facet-values.ts'
import { HiddenParams } from '../filters/hidden-params.tsx'
import { toggled, valuesIn } from './values.ts'

type FacetGroupProps = {
  title: string
  /** The parameter of the address that holds the chosen values. */
  param: TextParam
  counts: Readonly<Record<string, number>>
  labelOf?: (value: string) => string
  narrowing: Narrowing
}

const itself = (value: string) => value

/** The number of values shown before a person expands the group. */
const facetLimit = 8

/**
 * The values of one facet, most frequent first, each with the number of products it would leave. Each button adds its
 * value, or removes a chosen one; until the scripts are there, it does so by submitting the form.
 */
export function FacetGroup({ title, param, counts, labelOf = itself, narrowing }: FacetGroupProps) {
  const { search, narrow } = narrowing
  const [all, setAll] = useState(false)
  const chosen = search[param]
  const values = facetValues(counts, { chosen: valuesIn(chosen), limit: all ? Infinity : facetLimit })
  const total = Object.keys(counts).length
  if (values.length === 0) return null
  return (
    <form>
      <HiddenParams search={{ ...search, [param]: undefined }} />
      <fieldset className={styles['group']}>
        <legend>{title}</legend>
        {values.map(({ value, count, isChosen }) => (
          <button
            key={value}
            type="submit"
            name={param}
            value={toggled(chosen, value) ?? ''}
            className={styles['value']}
            aria-pressed={isChosen}
            onClick={(event) => {
              event.preventDefault()
              narrow({ [param]: toggled(chosen, value) })
            }}
          >
            {labelOf(value)}
            <span className={styles['number']}>{formatCount(count)}</span>
          </button>
        ))}
        {total > facetLimit && (
          <button type="button" className={styles['more']} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${formatCount(total)}`}
            <span className="visually-hidden"> of {title}</span>
          </button>
        )}
      </fieldset>
    </form>
  )
}
