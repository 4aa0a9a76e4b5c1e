import { useState } from 'react'
import type { Export } from '#modules/audit/schema.ts'
import { useRowStep } from '../../../../entities/list/use-row-step.ts'
import { deleteExport, requestExport } from '../../../../lib/api/audit.ts'
import { useToast } from '../../../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../../../lib/api/use-services.ts'
import { Button } from '../../../../ui/button.tsx'
import { StepDialog } from '../../../../ui/overlays/step-dialog.tsx'
import { DownloadButton } from '../download-button.tsx'
import { again, deletion, failed } from './export-steps.ts'
import * as styles from '../../../../ui/data/row-cards.module.css'

/** What is possible with an export. */
export function ExportActions({ one }: { one: Export }) {
  const [isAsking, setAsking] = useState(false)
  const api = useApi()
  const take = useRowStep(404)
  const toast = useToast()
  async function requestAgain() {
    const fault = await take(() => requestExport(api, failed(one)), again.done)
    if (fault !== undefined) toast.error(fault)
  }
  return (
    <div className={styles['actions']}>
      {one.status === 'done' && <DownloadButton made={one} look="secondary" inRow />}
      {one.status === 'failed' && (
        <Button look="secondary" onClick={() => void requestAgain()}>
          Request again<span className="visually-hidden">: {one.fileName}</span>
        </Button>
      )}
      <Button look="quiet" onClick={() => setAsking(true)}>
        Delete<span className="visually-hidden">: {one.fileName}</span>
      </Button>
      {isAsking && (
        <StepDialog
          step={deletion}
          subject={one.fileName}
          asksForDetails
          onClose={() => setAsking(false)}
          onTake={() => take(() => deleteExport(api, one.id), deletion.done)}
        />
      )}
    </div>
  )
}
