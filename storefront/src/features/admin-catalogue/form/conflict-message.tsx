import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import type { FieldChange } from './product-changes.ts'
import * as styles from './admin-form.module.css'

export type Conflict = { deleted: boolean; changes: readonly FieldChange[] }

type ConflictMessageProps = { conflict: Conflict; onTakeTheirs: () => void }

/** Says what another admin changed while this form was open, and what happens next. */
export function ConflictMessage({ conflict: { deleted, changes }, onTakeTheirs }: ConflictMessageProps) {
  if (deleted) {
    return (
      <Message kind="error">
        Another admin deleted this product while you edited it, so nothing was saved. It can be restored from the list
        of deleted products.
      </Message>
    )
  }
  return (
    <Message kind="error">
      <p>Another admin changed this product while you edited it, so nothing was saved:</p>
      <ul className={styles['changes']}>
        {changes.map(({ field, label, from, to }) => (
          <li key={field}>
            <strong>{label}</strong> was {from || 'empty'}, is now {to || 'empty'}
          </li>
        ))}
      </ul>
      <p>Your entries are still in the form. Save again to keep them, or start from the product as it is now.</p>
      <Button look="secondary" onClick={onTakeTheirs}>
        Start from the current product
      </Button>
    </Message>
  )
}
