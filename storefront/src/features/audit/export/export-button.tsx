import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Export, ExportFormat } from '#modules/audit/schema.ts'
import type { EventFilter } from '../../../lib/api/audit.ts'
import { countOf } from '../../../lib/format/format.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { DownloadButton } from './download-button.tsx'
import { useExport } from './use-export.ts'
import * as styles from '../audit.module.css'

/** Requests an export of these events, shows its progress, and downloads the file. */
export function ExportButton({ filter }: { filter: EventFilter }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look="secondary" onClick={() => setIsOpen(true)}>
        <Download aria-hidden /> Export
      </Button>
      {isOpen && <ExportDialog filter={filter} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ExportDialog({ filter, onClose }: { filter: EventFilter; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const { made, error, isBusy, ask } = useExport(filter)
  return (
    <Dialog title="Export events" onClose={onClose}>
      <div className={styles['export']}>
        <SelectField
          label="As"
          value={format}
          disabled={isBusy || made?.status === 'done'}
          hint="Signed lines prove that nothing was changed, left out or reordered: npm run ops -- verify-export"
          onChange={({ target }) => setFormat(target.value === 'ndjson' ? 'ndjson' : 'csv')}
        >
          <option value="csv">A table (CSV)</option>
          <option value="ndjson">Signed lines (NDJSON)</option>
        </SelectField>
        {made && <Progress made={made} />}
        {error && <Message kind="error">{error}</Message>}
      </div>
      <DialogActions>
        <ButtonLink to="/admin/events/exports" look="quiet">
          My exports
        </ButtonLink>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
        {made?.status === 'done' ? (
          <DownloadButton made={made} />
        ) : (
          <Button disabled={isBusy} onClick={() => void ask(format)}>
            Create file
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Progress({ made: { status, percent, events, error } }: { made: Export }) {
  if (status === 'failed') return <Message kind="error">{error ?? 'The export failed. Request it again.'}</Message>
  return (
    <>
      <progress className={styles['progress']} max={100} value={percent} aria-label="Progress of the export" />
      <output>
        {status === 'done' ? `Done: ${countOf(events, 'event')}` : `${countOf(events, 'event')} so far, ${percent} %`}
      </output>
    </>
  )
}
