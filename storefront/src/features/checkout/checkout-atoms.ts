import { atom } from 'jotai'
import type { CheckoutForm } from './checkout.ts'

/** What was filled in, kept while somebody has to log in again; `null` before the first keystroke. */
export const checkoutDraftAtom = atom<CheckoutForm | null>(null)
