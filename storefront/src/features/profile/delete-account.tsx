import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EraseAccountDialog } from '../../entities/session/erase-account-dialog.tsx'
import { useClearPersonalData } from '../../entities/session/use-clear-personal-data.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button } from '../../ui/button.tsx'

/** Deletes the account after a look at what would be erased and what kept. */
export function DeleteAccount({ userId }: { userId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const leave = useLeave()
  return (
    <div>
      <Button look="secondary" onClick={() => setIsAsking(true)}>
        Delete my account
      </Button>
      {isAsking && <EraseAccountDialog userId={userId} onClose={() => setIsAsking(false)} onDeleted={leave} />}
    </div>
  )
}

/** After the account is deleted: goes home and discards the local data about its person. */
function useLeave(): () => void {
  const toast = useToast()
  const navigate = useNavigate()
  const clearPersonalData = useClearPersonalData()
  return () => {
    // This page requires the login, so it is left first.
    void navigate({ to: '/' }).finally(() => {
      clearPersonalData()
      toast.success('Your account was deleted')
    })
  }
}
