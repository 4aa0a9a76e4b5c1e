import {
  BookA,
  Box,
  Cog,
  Eye,
  KeyRound,
  MessageSquare,
  ScrollText,
  ShoppingBasket,
  StickyNote,
  Store,
  Tag,
  UserCog,
  type LucideIcon,
} from 'lucide-react'
import { createElement } from 'react'
import type { AuditEvent } from '#modules/audit/schema.ts'
import type { streamFilters } from '../../../lib/manifests.gen.ts'

// A missing icon does not compile. No icons that public pages use: their scripts must not change for the console.
const icons: Readonly<Record<(typeof streamFilters)[number]['category'], LucideIcon>> = {
  account: UserCog,
  audit: Eye,
  cart: ShoppingBasket,
  ops: Cog,
  order: Box,
  orderNotes: StickyNote,
  personalKey: KeyRound,
  product: Tag,
  searchSynonyms: BookA,
  serviceRequest: MessageSquare,
  shop: Store,
}

const known: Readonly<Record<string, LucideIcon | undefined>> = icons

/** The icon of a kind of streams; that of another version of the shop has a general one. */
export function KindIcon({ category, className }: { category: string; className?: string | undefined }) {
  return createElement(known[category] ?? ScrollText, { className, 'aria-hidden': true })
}

export type Importance = 'alarming' | 'high' | 'normal' | 'low'

const isEnding = /(Cancelled|Returned|Declined|Deleted|Erased)$/

/** How much attention an event deserves: failures most, then actions of operators and events that end something. */
export function importanceOf({ unreadable, mails, category, type }: AuditEvent): Importance {
  if (unreadable !== undefined || mails.some(({ fate }) => fate === 'failed')) return 'alarming'
  if (['account', 'ops', 'personalKey', 'shop'].includes(category) || isEnding.test(type)) return 'high'
  return category === 'audit' || category === 'cart' ? 'low' : 'normal'
}
