import { useState } from 'react'
import { useApi } from '../../lib/api/use-services.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { queryString } from '../../lib/router/address-text.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useEndSession } from '../session/use-end-session.ts'

type CsvButtonProps = {
  /** The list of the API that the file contains: `orders` for `orders.csv`. */
  list: string
  /** The name of the file, if it differs from that of the list. */
  fileName?: string | undefined
  /** The filters and the order of the list; the file has every page and every column. */
  search: Record<string, string | number | undefined>
}

/** Downloads the whole filtered list as a file for a spreadsheet. */
export function CsvButton({ list, fileName, search }: CsvButtonProps) {
  const { page: _page, size: _size, columns: _columns, density: _density, ...filters } = search
  const api = useApi()
  const toast = useToast()
  const endSession = useEndSession()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const file = await api.download(`/${list}.csv${queryString(filters)}`)
      saveFile(fileName ?? `${list.slice(list.lastIndexOf('/') + 1)}.csv`, file)
    } catch (error) {
      if (!endSession(error)) toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="secondary" disabled={isBusy} onClick={() => void download()}>
      {isBusy ? 'Please wait...' : 'Export CSV'}
    </Button>
  )
}
