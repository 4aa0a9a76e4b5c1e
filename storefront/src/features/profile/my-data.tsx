import { useState } from 'react'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { fetchMyData } from '../../lib/api/account/accounts.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { readableData } from './readable-data.ts'
import * as styles from './profile.module.css'

/** Downloads everything that the shop holds about the person: as a page to read, or as JSON for other programs. */
export function MyData() {
  const { isBusy, download } = useDownload()
  return (
    <div className={styles['choices']}>
      <Button look="secondary" disabled={isBusy} onClick={() => void download('page')}>
        Download to read
      </Button>
      <Button look="secondary" disabled={isBusy} onClick={() => void download('json')}>
        Download as JSON
      </Button>
    </div>
  )
}

function useDownload() {
  const api = useApi()
  const toast = useToast()
  const endSession = useEndSession()
  const [isBusy, setIsBusy] = useState(false)

  async function download(form: 'page' | 'json') {
    setIsBusy(true)
    try {
      const data = await fetchMyData(api)
      if (form === 'page') saveFile('my-data.html', new Blob([readableData(data)], { type: 'text/html' }))
      else saveFile('my-data.json', new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }))
    } catch (failure) {
      if (!endSession(failure)) toast.error(messageOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, download }
}
