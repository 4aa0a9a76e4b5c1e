import { useNavigate } from '@tanstack/react-router'
import { useRef, type ChangeEvent, type SubmitEvent } from 'react'
import { useSession } from '../../entities/session/use-session.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useDraft } from '../../entities/session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import type { RequestDraft, RequestForm } from './request-form.ts'
import type { useRaiseRequest } from './use-raise-request.ts'
import * as styles from './request-screen.module.css'

type RequestFieldsProps = Pick<RequestDraft, 'product'> & {
  /** Names the draft. */
  subject: string
  initial: (address: string) => RequestForm
  companyHint?: string
  raising: ReturnType<typeof useRaiseRequest>
}

/** The Request Form: repair, installation or any other question about a product (spec §2, §5). */
export function RequestFields({ subject, initial, product, companyHint, raising }: RequestFieldsProps) {
  const { busy, faults, raise, discard } = raising
  const navigate = useNavigate()
  const toast = useToast()
  const session = useSession()
  const element = useRef<HTMLFormElement>(null)
  const known = [session?.address, session?.city].filter((part) => part).join(', ')
  const { form, change, drop } = useDraft(`request ${subject}`, initial(known))

  function leave() {
    drop()
    return navigate({ to: '/collection' })
  }
  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const { raised, fault } = await raise({ form, ...(product && { product }) })
    if (raised) await leave()
    else if (fault) element.current?.querySelector<HTMLElement>(`[name="${fault.field}"]`)?.focus()
  }
  function cancel() {
    toast.info('Request has been Cancel!')
    discard()
    void leave()
  }
  const field = (name: keyof RequestForm) => ({
    name,
    value: form[name],
    error: faults.find((fault) => fault.field === name)?.message,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change({ [name]: target.value }),
  })
  return (
    <form ref={element} className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextField label="Title" required maxLength={200} {...field('title')} />
      <TextField label="Company" required maxLength={200} hint={companyHint} {...field('company')} />
      <TextArea
        label="Service Request Summary"
        hint="What do you need: a repair, an installation, a spare part, a question answered?"
        rows={5}
        maxLength={5000}
        required
        {...field('description')}
      />
      <TextField
        label="Address/Location"
        hint="Where the device is, or should go"
        maxLength={500}
        autoComplete="street-address"
        optional
        {...field('address')}
      />
      <div className={styles['actions']}>
        <Button type="submit" large disabled={busy}>
          {busy ? 'Sending...' : 'Send request'}
        </Button>
        <Button look="quiet" large onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
