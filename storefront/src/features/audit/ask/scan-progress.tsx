import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import type { ScanState } from './use-scan.ts'
import * as styles from './ask.module.css'

/** The progress of a search of the log, with buttons to stop and to continue it. */
export function ScanProgress({ found: { scan, content, last }, status, error, stop, resume }: ScanState) {
  const hits = `${countOf(content.length, 'event')} found`
  useAnnouncement(status === 'done' ? hits : '')
  if (scan === undefined) return null
  const percent = last ? 100 : scan.percent
  return (
    <>
      <div className={styles['scan']}>
        <progress max={100} value={percent} aria-label="Progress of the search" />
        <span>
          {hits}, {countOf(scan.events, 'event')} read, {percent} % of the log
        </span>
        {status === 'running' && (
          <Button look="secondary" onClick={stop}>
            Cancel
          </Button>
        )}
        {status === 'stopped' && (
          <Button look="secondary" onClick={resume}>
            Continue
          </Button>
        )}
      </div>
      {error !== undefined && <Message kind="error">{error}</Message>}
    </>
  )
}
