import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import type { NamedReport } from './use-bulk.ts'
import styles from './bulk-bar.module.css'

type BulkReportProps = NamedReport & { onDismiss: () => void }

/** What a step with several entries has done, and which it could not be applied to, and why. */
export function BulkReport({ action, names, one, done, refused, onDismiss }: BulkReportProps) {
  return (
    <Message kind={refused.length > 0 ? 'warning' : 'success'} className={styles['report'] ?? ''}>
      <output>
        {action}: {countOf(done.length, one)} done
        {refused.length > 0 && `, ${countOf(refused.length, one)} not`}
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
      <Button look="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </Message>
  )
}
