import { useState, type SubmitEvent } from 'react'
import type { User } from '#modules/identity/schema.ts'
import { mobileAdvice } from '../../entities/address/mobile-advice.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { focusFirstFault } from './focus-first-fault.ts'
import { useAccountChange } from './use-account-change.ts'
import { useSaving } from './use-saving.ts'
import * as styles from './profile.module.css'

/** Name and mobile number. */
export function DetailsForm({ account: { name, mobileNumber } }: { account: User }) {
  const change = useAccountChange()
  const toast = useToast()
  const { isBusy, save, faultOf, message } = useSaving()
  const [saved, setSaved] = useState(mobileNumber)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const details = { name: formText(form, 'name').trim(), mobileNumber: formText(form, 'mobileNumber').trim() }
    if (!(await save(() => change(details)))) return focusFirstFault(form)
    setSaved(details.mobileNumber)
    toast.success('Your details are saved')
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      {message !== undefined && <Message kind="error">{message}</Message>}
      <TextField
        label="Full name"
        name="name"
        autoComplete="name"
        required
        defaultValue={name}
        error={faultOf('name')}
      />
      <TextField
        label="Mobile number"
        name="mobileNumber"
        type="tel"
        autoComplete="tel"
        required
        defaultValue={mobileNumber}
        error={faultOf('mobileNumber')}
        advice={mobileAdvice(saved)}
      />
      <div>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save details'}
        </Button>
      </div>
    </form>
  )
}
