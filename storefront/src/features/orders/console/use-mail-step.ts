import { useRouter } from '@tanstack/react-router'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useSubmissions } from '../../../entities/session/use-submissions.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { decideHeldJob, retryJob, sendMailAgain } from '../../../lib/api/operations.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import type { StepText } from '../../../ui/overlays/step-fields.ts'

export type MailStep = 'send-again' | 'retry' | 'send' | 'discard'

export const mailSteps: Record<MailStep, StepText> = {
  'send-again': {
    action: 'Send again',
    question: 'Send this email again?',
    explanation: 'The buyer gets a second copy. The history shows that you requested it.',
    done: 'A second copy is on its way',
    fields: [],
  },
  retry: {
    action: 'Try again',
    question: 'Try to send this email again?',
    explanation: 'It has failed so far, and gets as many attempts as a new email.',
    done: 'The email is being retried',
    fields: [],
  },
  send: {
    action: 'Send',
    question: 'Send this held email?',
    explanation: 'A buyer who received the email before gets it a second time.',
    done: 'The email is released to be sent',
    fields: [],
  },
  discard: {
    action: 'Mark as not sent',
    question: 'Mark this email as not sent?',
    explanation: 'It is never sent. This cannot be undone.',
    done: 'The email is marked as not sent',
    danger: true,
    fields: [],
  },
}

/** Takes a step with a mail and reloads the page; resolves to a message if it failed. */
export function useMailStep() {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  const { submit } = useSubmissions('send again', (id: string) => id)
  return async (step: MailStep, id: string): Promise<string | undefined> => {
    try {
      if (step === 'retry') await retryJob(api, id)
      else if (step === 'send-again') await submit(id, (mail, key) => sendMailAgain(api, mail, key))
      else await decideHeldJob(api, step, id)
      toast.success(mailSteps[step].done)
      await router.invalidate()
      return undefined
    } catch (failure) {
      return endSession(failure) ? undefined : messageOf(failure)
    }
  }
}
