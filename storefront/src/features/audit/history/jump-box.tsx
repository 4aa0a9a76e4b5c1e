import { useNavigate } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { findAnything } from '../../../lib/api/audit.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { formText } from '../../../lib/forms/form-text.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { destinationOf } from '../../../entities/event/destination.ts'
import * as styles from '../audit.module.css'

/** Opens the page of an id: of an event, an order, a product, a service request, a cart, a request or a person. */
export function JumpBox() {
  const api = useApi()
  const navigate = useNavigate()
  const endSession = useEndSession()
  const [error, setError] = useState<string>()
  async function jump(submit: SubmitEvent<HTMLFormElement>) {
    submit.preventDefault()
    const id = formText(submit.currentTarget, 'id').trim()
    try {
      if (id === '') return setError('Enter an id, such as ORD48210377')
      await navigate(destinationOf(await findAnything(api, id)))
    } catch (failure) {
      if (!endSession(failure)) setError(messageOf(failure))
    }
  }
  return (
    <form className={styles['jump']} onSubmit={(submit) => void jump(submit)} noValidate>
      <TextField
        label="Jump to"
        name="id"
        placeholder="Any id, such as ORD48210377"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit">Jump</Button>
    </form>
  )
}
