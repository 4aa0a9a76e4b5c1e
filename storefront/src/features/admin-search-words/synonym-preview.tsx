import { useState, type RefObject } from 'react'
import type { PreviewedHit, SynonymPreview as Preview } from '#modules/search-words/schema.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { previewSynonym } from './synonym-calls.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { readSynonym } from './synonym-form.ts'
import * as styles from './search-words.module.css'

type SynonymPreviewProps = {
  form: RefObject<HTMLFormElement | null>
  /** The synonym to change; absent if one is added. */
  id: string | undefined
}

/** Shows what a search finds now, and what it would find with the form's words. */
export function SynonymPreview({ form, id }: SynonymPreviewProps) {
  const { preview, failure, busy, show } = usePreview({ form, id })
  return (
    <section className={styles['preview']} aria-label="Preview">
      <TextField
        label="Preview the search for"
        name="previewed"
        optional
        hint="Without it, the first text that shoppers type."
      />
      <Button look="secondary" aria-busy={busy} onClick={() => void show()}>
        What would this change find?
      </Button>
      <div aria-live="polite" className={styles['hits']}>
        {failure && <Message kind="error">{failure}</Message>}
        {preview && (
          <>
            <Hits title={`“${preview.text}” now`} hits={preview.before} />
            <Hits title={`“${preview.text}” with this change`} hits={preview.after} />
          </>
        )}
      </div>
    </section>
  )
}

function Hits({ title, hits }: { title: string; hits: readonly PreviewedHit[] }) {
  return (
    <div>
      <h3>{title}</h3>
      {hits.length === 0 ? (
        <p className={styles['about']}>Finds nothing</p>
      ) : (
        <ol>
          {hits.map((hit) => (
            <li key={hit.id}>{hit.title}</li>
          ))}
        </ol>
      )}
    </div>
  )
}

function usePreview({ form, id }: SynonymPreviewProps) {
  const api = useApi()
  const endSession = useEndSession()
  const [busy, setBusy] = useState(false)
  const [preview, setPreview] = useState<Preview>()
  const [failure, setFailure] = useState<string>()

  async function show(): Promise<void> {
    const { current } = form
    if (current === null) return
    const read = readSynonym((name) => formText(current, name))
    setPreview(undefined)
    setFailure('message' in read ? read.message : undefined)
    if ('message' in read) return
    const text = formText(current, 'previewed').trim()
    setBusy(true)
    try {
      setPreview(await previewSynonym(api, { ...read, ...(id !== undefined && { id }), ...(text !== '' && { text }) }))
    } catch (error) {
      if (!endSession(error)) setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { preview, failure, busy, show }
}
