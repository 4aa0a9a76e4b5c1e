import { Minus, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import * as styles from './quantity-control.module.css'

type QuantityControlProps = {
  label: string
  value: number
  onChange: (quantity: number) => void
  min?: number
  max?: number
  /** Parses the typed text (spec §5 has a separate rule for the cart). */
  parse?: (text: string) => number
}

/**
 * A whole number with buttons to decrease and increase it; 1 to 10 by default (spec §9). At its limit a button is not
 * `disabled`, because it would lose the focus with which it was pressed.
 */
export function QuantityControl({ label, value, onChange, min = 1, max = 10, parse }: QuantityControlProps) {
  const [draft, setDraft] = useState<string>()
  const within = (quantity: number) => Math.max(min, Math.min(max, quantity))
  const read = (text: string) => within(parse ? parse(text) : Number.parseInt(text, 10) || min)
  const input = useRef<HTMLInputElement>(null)
  /** React is not notified of what was typed before hydration. */
  const takeTyped = useEffectEvent(() => {
    const text = input.current?.value ?? ''
    if (text !== '' && text !== String(value)) onChange(read(text))
  })
  useEffect(() => takeTyped(), [])
  return (
    <fieldset className={styles['control']} aria-label={label}>
      <IconButton label="Decrease quantity" aria-disabled={value <= min} onClick={() => onChange(within(value - 1))}>
        <Minus aria-hidden />
      </IconButton>
      <input
        ref={input}
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
          // React does not replace 007 with 7, because both are the same number.
          target.value = String(read(target.value))
        }}
      />
      <IconButton label="Increase quantity" aria-disabled={value >= max} onClick={() => onChange(within(value + 1))}>
        <Plus aria-hidden />
      </IconButton>
    </fieldset>
  )
}
