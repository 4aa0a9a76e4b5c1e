import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { SessionEnd } from './session-end.tsx'
import type { NamedReport } from './use-bulk.ts'
import styles from './bulk-bar.module.css'

type BulkReportProps = NamedReport & { onDismiss: () => void; onLogIn: () => void }

/** What a step with several entries has done, and which it could not be applied to, and why. */
export function BulkReport({ action, names, one, done, refused, untried, ended, onDismiss, onLogIn }: BulkReportProps) {
  const others = refused.length + untried.length
  return (
    <Message kind={others > 0 || ended ? 'warning' : 'success'} className={styles['report'] ?? ''}>
      <output>
        {action}: {countOf(done.length, one)} done
        {others > 0 && `, ${countOf(others, one)} not`}
      </output>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ key, reason }) => (
            <li key={key}>
              <strong>{names.get(key) ?? key}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
      {ended && <SessionEnd ended={ended} untried={untried.map((key) => names.get(key) ?? key)} onLogIn={onLogIn} />}
      <Button look="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </Message>
  )
}
