import { useEffect, useEffectEvent, type RefObject } from 'react'
import { areSingleKeysOn } from '../../lib/storage/single-keys.ts'
import { rowKeysKey } from '../../lib/storage/console-storage-keys.ts'

const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]'

/** The attribute of a button that Enter on its row presses, for rows without a link. */
export const opensRow = { 'data-opens-row': true }

/**
 * On the keyboard, `j` and `k` move to the next and the previous row of a table, Enter opens it, and `x` selects it;
 * but not while a person is typing, or below a dialog. On a page with several tables, they begin in the first one, and
 * move from the end of one to the next.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, onToggle: (key: string) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof Element) || !isForRows(event, target)) return
    const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-key]')]
    const { current } = table
    // Each table listens; one of them acts.
    if (current === null || current !== tableFor(target, rows)) return
    const action = actionOf(event.key, { rows, table: current, target, onToggle })
    if (!action) return
    action()
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isForRows({ ctrlKey, metaKey, altKey }: KeyboardEvent, target: Element): boolean {
  const isTyped = target.closest(typing) !== null || document.querySelector(':modal') !== null
  return !(ctrlKey || metaKey || altKey) && !isTyped && areSingleKeysOn(rowKeysKey)
}

/** The rows of all tables of the page. */
type Rows = readonly HTMLTableRowElement[]

/** The table that the target is in or around; the first one if there is none. */
function tableFor(target: Element, rows: Rows): HTMLTableElement | undefined {
  const tables = rows.flatMap((row) => row.closest('table') ?? [])
  return tables.find((table) => table.contains(target) || target.contains(table)) ?? tables[0]
}

type AtRow = { rows: Rows; table: HTMLTableElement; target: Element; onToggle: (key: string) => void }

function actionOf(key: string, { rows, table, target, onToggle }: AtRow): (() => void) | undefined {
  const place = rows.findIndex((row) => row.contains(target))
  const row = rows[place]
  const first = rows.find((one) => table.contains(one))
  if (key === 'j') return () => focusRow(row ? (rows[place + 1] ?? row) : first)
  if (key === 'k') return () => focusRow(row ? (rows[place - 1] ?? row) : first)
  if (!row) return undefined
  if (key === 'x') return () => onToggle(row.dataset['key'] ?? '')
  return key === 'Enter' && target === row ? () => openRow(row) : undefined
}

function openRow(row: HTMLTableRowElement): void {
  const what = row.querySelector<HTMLElement>('a') ?? row.querySelector<HTMLElement>('[data-opens-row]')
  what?.click()
}

function focusRow(row: HTMLTableRowElement | undefined): void {
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}
