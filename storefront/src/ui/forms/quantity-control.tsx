import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../button.tsx'
import styles from './quantity-control.module.css'

type QuantityControlProps = {
  label: string
  value: number
  onChange: (quantity: number) => void
  min?: number
  max?: number
  /** Reads what was typed (spec §5 has a rule of its own for the cart). */
  parse?: (text: string) => number
}

/** A whole number with a step down and a step up; 1 to 10 unless told otherwise (spec §9). */
export function QuantityControl({ label, value, onChange, min = 1, max = 10, parse }: QuantityControlProps) {
  const [draft, setDraft] = useState<string>()
  const within = (quantity: number) => Math.max(min, Math.min(max, quantity))
  const read = (text: string) => within(parse ? parse(text) : Number.parseInt(text, 10) || min)
  return (
    <fieldset className={styles['control']} aria-label={label}>
      <IconButton label="Decrease quantity" disabled={value <= min} onClick={() => onChange(within(value - 1))}>
        <Minus aria-hidden />
      </IconButton>
      <input
        className={styles['value']}
        type="number"
        inputMode="numeric"
        aria-label="Quantity"
        min={min}
        max={max}
        value={draft ?? value}
        onChange={(event) => {
          setDraft(event.target.value)
          if (event.target.value !== '') onChange(read(event.target.value))
        }}
        onBlur={({ target }) => {
          if (draft !== undefined) onChange(read(draft))
          setDraft(undefined)
          // React leaves 007 standing where 7 is meant.
          target.value = String(read(target.value))
        }}
      />
      <IconButton label="Increase quantity" disabled={value >= max} onClick={() => onChange(within(value + 1))}>
        <Plus aria-hidden />
      </IconButton>
    </fieldset>
  )
}
