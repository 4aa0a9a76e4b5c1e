import type { ComponentProps } from 'react'
import type { Export } from '#modules/audit/schema.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { fetchExportFile } from '../../../lib/api/audit.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { opensRow } from '../../../ui/table/use-row-keys.ts'

type DownloadButtonProps = Pick<ComponentProps<typeof Button>, 'look'> & {
  made: Export
  /** In the row of the export: names the file, for those who do not see the row, and is pressed by Enter on the row. */
  inRow?: boolean
}

/** Downloads the file of a finished export. */
export function DownloadButton({ made: { id, fileName }, inRow = false, look }: DownloadButtonProps) {
  const api = useApi()
  const toast = useToast()
  const endSession = useEndSession()
  async function download() {
    try {
      saveFile(fileName, await fetchExportFile(api, id))
    } catch (failure) {
      if (!endSession(failure)) toast.error(messageOf(failure))
    }
  }
  return (
    <Button look={look ?? 'primary'} onClick={() => void download()} {...(inRow && opensRow)}>
      Download{inRow && <span className="visually-hidden">: {fileName}</span>}
    </Button>
  )
}
