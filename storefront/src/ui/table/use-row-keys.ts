import { useEffect, useEffectEvent, type RefObject } from 'react'
import { areSingleKeysOn } from '../../lib/storage/single-keys.ts'
import { rowKeysKey } from '../../lib/storage/console-storage-keys.ts'

const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]'

/** The attribute of a button that Enter on its row presses, for rows without a link. */
export const opensRow = { 'data-opens-row': true }

/**
 * On the keyboard, `j` and `k` move to the next and the previous row of a table, Enter opens it, and `x` selects it;
 * but not while a person is typing, or below a dialog.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, onToggle: (key: string) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof Element) || !isForRows(event, target)) return
    const rows = [...(table.current?.tBodies[0]?.rows ?? [])]
    const action = actionOf(event.key, { rows, target, onToggle })
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

type AtRow = { rows: readonly HTMLTableRowElement[]; target: Element; onToggle: (key: string) => void }

function actionOf(key: string, { rows, target, onToggle }: AtRow): (() => void) | undefined {
  const place = rows.findIndex((row) => row.contains(target))
  const row = rows[place]
  if (key === 'j') return () => focusRow(rows[place + 1] ?? rows.at(-1))
  if (key === 'k') return () => focusRow(rows[Math.max(place - 1, 0)])
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
