import { useEffect, useState } from 'react'
import type { ErasurePreview } from '#modules/identity/schema.ts'
import { messageOf } from '../lib/api/api-error.ts'
import { deleteAccount, fetchErasurePreview } from '../lib/api/erasure.ts'
import { countOf } from '../lib/format.ts'
import { useApi } from '../lib/use-services.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import styles from './erase-account-dialog.module.css'
import { Message } from './message.tsx'
import { Skeleton } from './skeleton.tsx'

type EraseAccountDialogProps = {
  /** The account's id. */
  userId: string
  onClose: () => void
  /** Once the account is gone. */
  onDeleted: () => void
}

/** Shows what would go and what would stay, and deletes the account only after that. */
export function EraseAccountDialog({ userId, onClose, onDeleted }: EraseAccountDialogProps) {
  const api = useApi()
  const [preview, setPreview] = useState<ErasurePreview>()
  const [error, setError] = useState<string>()
  const [isDeleting, setIsDeleting] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    fetchErasurePreview(api, userId, ending.signal).then(setPreview, (failure: unknown) => {
      if (!ending.signal.aborted) setError(messageOf(failure))
    })
    return () => ending.abort()
  }, [api, userId])
  async function erase() {
    setIsDeleting(true)
    try {
      await deleteAccount(api, userId)
      onDeleted()
    } catch (failure) {
      setError(messageOf(failure))
      setIsDeleting(false)
    }
  }
  return (
    <Dialog title="Delete this account?" onClose={onClose}>
      {preview ? <Consequences preview={preview} /> : !error && <Skeleton shape="block" />}
      {error && <Message kind="error">{error}</Message>}
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Keep the account
        </Button>
        <Button look="danger" disabled={!preview || isDeleting} onClick={() => void erase()}>
          {isDeleting ? 'Deleting...' : 'Delete for good'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Consequences({ preview: { username, ordersUnderWay, goes, stays } }: { preview: ErasurePreview }) {
  return (
    <div className={styles['consequences']}>
      <p>
        The account <strong>{username}</strong> is deleted at once and cannot be brought back.
      </p>
      {ordersUnderWay > 0 && (
        <Message kind="warning">
          {countOf(ordersUnderWay, 'order is', 'orders are')} still under way: afterwards nobody can read where to
          deliver.
        </Message>
      )}
      <h3>What goes</h3>
      <ul>
        {goes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <h3>What stays</h3>
      <ul>
        {stays.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
