import { useNavigate } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import type { Found } from '#modules/audit/schema.ts'
import { findAnything } from '../../../lib/api/audit.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { formText } from '../../../lib/forms/form-text.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { placeOf } from '../events/stream-link.tsx'
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
        placeholder="Any id: order, product, request, cart, event, person"
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

function destinationOf({ kind, id }: Found) {
  switch (kind) {
    case 'event':
      return { to: '/admin/events/$eventId', params: { eventId: id } } as const
    case 'stream':
      return placeOf(id)
    case 'request':
      return { to: '/admin/events', search: { correlationId: id } } as const
    case 'person':
      return { to: '/admin/events', search: { by: id } } as const
  }
}
