import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { resolveCodes } from '../../lib/api/products.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { pastedCodesAtom } from '../../lib/atoms/pasted-codes-atoms.ts'
import { tableLines, type TableLine } from './chosen-lines.ts'
import { maxOrderLines, readLines } from './read-lines.ts'

type Table = { lines?: readonly TableLine[]; failure?: string; isBusy?: boolean }

/** The table of a quick order: finds the products of the list, and keeps what the shopper changes. */
export function useQuickOrder() {
  const api = useApi()
  const [pasted, setPasted] = useAtom(pastedCodesAtom)
  const [{ lines, failure, isBusy = false }, setTable] = useState<Table>({})

  // Also a list that was pasted into the search field, before or while this page is shown.
  useEffect(() => {
    const { list } = pasted
    if (list === '') return
    const request = new AbortController()
    const show = (table: Table) => {
      if (!request.signal.aborted) setTable(table)
    }
    const read = readLines(list)
    const fault = faultOf(read.length)
    // oxlint-disable-next-line react/set-state-in-effect -- the list comes from outside
    setTable(fault === undefined ? { isBusy: true } : { failure: fault })
    if (fault === undefined)
      resolveCodes(api, read).then(
        (found) => show({ lines: tableLines(found.lines) }),
        (error: unknown) => show({ failure: messageOf(error) }),
      )
    return () => request.abort()
  }, [api, pasted])

  function find(text: string) {
    setPasted({ list: text })
    if (text.trim() === '') setTable({ failure: faultOf(0) ?? '' })
  }
  function change(key: number, changes: { chosen?: Product | undefined; quantity?: number }) {
    setTable({ lines: lines?.map((line) => (line.key === key ? { ...line, ...changes } : line)) ?? [] })
  }
  const remove = (key: number) => setTable({ lines: lines?.filter((line) => line.key !== key) ?? [] })
  return { list: pasted.list, lines, failure, isBusy, find, change, remove }
}

function faultOf(lines: number): string | undefined {
  if (lines === 0) return 'Enter a list of codes, one per line'
  return lines > maxOrderLines ? `At most ${maxOrderLines} lines at a time` : undefined
}
