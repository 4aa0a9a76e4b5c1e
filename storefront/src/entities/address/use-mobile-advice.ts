import { useEffect, useState } from 'react'
import { hasAllDigits, mobileAdvice } from './mobile-advice.ts'

/** The time without a key press after which a number counts as typed, in ms. */
const typedAfterMs = 800

/** The advice about the number of a form, if it is to be shown. */
export type ShownAdvice = {
  advice: string | undefined
  /** Shows the advice at once, as when the field is left. */
  show: () => void
}

/** Advice is shown once a number is typed: before that, it would complain about missing digits. */
export function useMobileAdvice(text: string): ShownAdvice {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), typedAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return { advice: typed === text || hasAllDigits(text) ? mobileAdvice(text) : undefined, show: () => setTyped(text) }
}
