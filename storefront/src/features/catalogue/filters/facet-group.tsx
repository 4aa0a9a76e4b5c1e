import { useState } from 'react'
import { formatCount } from '../../../lib/format/format.ts'
import { facetValues } from './facet-values.ts'
import styles from '../browse.module.css'

type FacetGroupProps = {
  title: string
  counts: Readonly<Record<string, number>>
  chosen: string | undefined
  labelOf?: (value: string) => string
  onChoose: (value: string | undefined) => void
}

const itself = (value: string) => value

/** The number of values shown before a person expands the group. */
const facetLimit = 8

/** The values of one facet, most frequent first, each with the number of products it would leave. */
export function FacetGroup({ title, counts, chosen, labelOf = itself, onChoose }: FacetGroupProps) {
  const [all, setAll] = useState(false)
  const values = facetValues(counts, { chosen, limit: all ? Infinity : facetLimit })
  const total = Object.keys(counts).length
  if (values.length === 0) return null
  return (
    <fieldset className={styles['group']}>
      <legend>{title}</legend>
      {values.map(({ value, count, isChosen }) => (
        <button
          key={value}
          type="button"
          className={styles['value']}
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? undefined : value)}
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
  )
}
