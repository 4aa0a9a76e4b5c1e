import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Export } from '#modules/audit/schema.ts'
import { useEndSession } from '../../../../entities/session/use-end-session.ts'
import { isStatus, messageOf } from '../../../../lib/api/api-error.ts'
import { deleteExport } from '../../../../lib/api/audit.ts'
import { useApi } from '../../../../lib/api/use-services.ts'
import { useToast } from '../../../../lib/toast-atoms.ts'
import { Button } from '../../../../ui/button.tsx'
import { StepDialog } from '../../../../ui/overlays/step-dialog.tsx'
import { DownloadButton } from '../download-button.tsx'
import { deletion } from './export-steps.ts'
import * as styles from '../../../../ui/data/row-cards.module.css'

/** What is possible with an export. */
export function ExportActions({ one }: { one: Export }) {
  const [isAsking, setAsking] = useState(false)
  const forget = useDeletion(one.id)
  return (
    <div className={styles['actions']}>
      {one.status === 'done' && <DownloadButton made={one} look="secondary" isNamed />}
      <Button look="quiet" onClick={() => setAsking(true)}>
        Delete<span className="visually-hidden">: {one.fileName}</span>
      </Button>
      {isAsking && (
        <StepDialog
          step={deletion}
          subject={one.fileName}
          asksForDetails
          onClose={() => setAsking(false)}
          onTake={forget}
        />
      )}
    </div>
  )
}

/** Deletes an export and loads the list again; resolves to a message if it failed. */
function useDeletion(id: string) {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  return async (): Promise<string | undefined> => {
    try {
      await deleteExport(api, id)
      toast.success(deletion.done)
    } catch (error) {
      if (endSession(error)) return undefined
      if (!isStatus(error, 404)) return messageOf(error)
      // Its day is over, or it was deleted elsewhere.
      toast.error(messageOf(error))
    }
    await router.invalidate()
    return undefined
  }
}
