import { useEffect, useState, type SubmitEvent } from 'react'
import type { ErasurePreview } from '#modules/identity/schema.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { deleteAccount, fetchErasurePreview } from '../../lib/api/account/erasure.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { countOf } from '../../lib/format/format.ts'
import { useEndSession } from './use-end-session.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import * as styles from './erase-account-dialog.module.css'
import { TextField } from '../../ui/forms/field.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type EraseAccountDialogProps = {
  /** The account's id. */
  userId: string
  /** The username must be typed, so that an admin does not delete another account by mistake. */
  asksForUsername?: boolean
  onClose: () => void
  /** Called after the account was deleted. */
  onDeleted: () => void
}

/** Shows which data would be erased and which kept, before the account can be deleted. */
export function EraseAccountDialog({ userId, asksForUsername = false, onClose, onDeleted }: EraseAccountDialogProps) {
  const { preview, error, isDeleting, erase } = useErasure(userId, onDeleted)
  const [isWrong, setWrong] = useState(false)

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!preview || isDeleting) return
    const isRight = !asksForUsername || isSame(formText(event.currentTarget, 'username'), preview.username)
    setWrong(!isRight)
    if (!isRight) return event.currentTarget.querySelector('input')?.focus()
    void erase()
  }
  return (
    <Dialog title="Delete this account?" onClose={onClose}>
      <PreviewOrError preview={preview} error={error} />
      <form className={styles['form']} onSubmit={onSubmit} noValidate>
        {preview && asksForUsername && <TypedName username={preview.username} isWrong={isWrong} />}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Keep the account
          </Button>
          <Button type="submit" look="danger" disabled={!preview || isDeleting}>
            {isDeleting ? 'Deleting...' : 'Delete for good'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function PreviewOrError({ preview, error }: { preview: ErasurePreview | undefined; error: string | undefined }) {
  return (
    <>
      {preview ? <Consequences preview={preview} /> : !error && <Skeleton shape="block" />}
      {error && <Message kind="error">{error}</Message>}
    </>
  )
}

function TypedName({ username, isWrong }: { username: string; isWrong: boolean }) {
  return (
    <TextField
      label={`Type ${username} to confirm`}
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      required
      error={isWrong ? 'This is not the username of the account' : undefined}
    />
  )
}

const isSame = (typed: string, username: string) => typed.trim().toLowerCase() === username.toLowerCase()

/** What deleting an account would do, and doing it. */
function useErasure(userId: string, onDeleted: () => void) {
  const api = useApi()
  const endSession = useEndSession()
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

  async function erase(): Promise<void> {
    setIsDeleting(true)
    setError(undefined)
    try {
      await deleteAccount(api, userId)
      onDeleted()
    } catch (failure) {
      setIsDeleting(false)
      if (!endSession(failure)) setError(messageOf(failure))
    }
  }
  return { preview, error, isDeleting, erase }
}

function Consequences({ preview: { username, ordersUnderWay, goes, stays } }: { preview: ErasurePreview }) {
  return (
    <div className={styles['consequences']}>
      <p>
        The account <strong>{username}</strong> is deleted at once and cannot be restored.
      </p>
      {ordersUnderWay > 0 && (
        <Message kind="warning">
          {countOf(ordersUnderWay, 'order is', 'orders are')} still under way: afterwards no one can read where to
          deliver.
        </Message>
      )}
      <h3>What is deleted</h3>
      <ul>
        {goes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <h3>What is kept</h3>
      <ul>
        {stays.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
