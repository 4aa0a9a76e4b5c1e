import { createContext, type ReactNode } from 'react'
import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { useBulk, type NamedReport } from './use-bulk.ts'
import styles from './bulk-bar.module.css'

/** The steps with several rows of the list around it. */
export const Bulk = createContext<ReturnType<typeof useBulk> | null>(null)

/** Reports below a list what a step with several rows has done: also if it has emptied the list. */
export function BulkRuns({ children }: { children: ReactNode }) {
  const bulk = useBulk()
  return (
    <Bulk value={bulk}>
      {children}
      {bulk.report && (
        <div className={styles['place']}>
          <Report {...bulk.report} onDismiss={bulk.dismiss} />
        </div>
      )}
    </Bulk>
  )
}

function Report({ action, names, one, done, refused, onDismiss }: NamedReport & { onDismiss: () => void }) {
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
