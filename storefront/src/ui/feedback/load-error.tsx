import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { CloudAlert, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import { useRetryWhenOnline } from '../../lib/router/use-retry-when-online.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button, ButtonLink } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page } from '../page.tsx'

/** The screen for data that failed to load: shows the reason, also in a toast (spec §8), and a button to retry. */
export function LoadError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const toast = useToast()
  const message = messageOf(error)
  useEffect(() => {
    toast.error(message)
  }, [toast, message])
  useRetryWhenOnline()
  if (isStatus(error, 404)) return <Gone message={message} />
  return (
    <Page>
      <div role="alert">
        <EmptyState
          icon={CloudAlert}
          title="This page could not be loaded"
          heading
          actions={
            <>
              <Button onClick={() => void router.invalidate()}>Try again</Button>
              <ButtonLink to="/" look="secondary">
                Home
              </ButtonLink>
            </>
          }
        >
          {message}
        </EmptyState>
      </div>
    </Page>
  )
}

function Gone({ message }: { message: string }) {
  return (
    <Page>
      <EmptyState
        icon={SearchX}
        title={message}
        heading
        actions={<ButtonLink to="/collection">Explore Products</ButtonLink>}
      >
        It may have been withdrawn, or the address may be mistyped.
      </EmptyState>
    </Page>
  )
}
