import { useRouter } from '@tanstack/react-router'
import { EraseAccountDialog } from '../../entities/session/erase-account-dialog.tsx'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import type { Asking } from './person-actions.tsx'
import { RolesDialog } from './roles-dialog.tsx'

/** Changes the roles of an account, or deletes it; what is shown of it is loaded again. */
export function PersonDialog({ asking: { about, person }, onClose }: { asking: Asking; onClose: () => void }) {
  const router = useRouter()
  const toast = useToast()
  if (about === 'roles') return <RolesDialog person={person} onClose={onClose} />
  function onDeleted() {
    toast.success('Account deleted')
    onClose()
    void router.invalidate()
  }
  return <EraseAccountDialog userId={person.id} asksForUsername onClose={onClose} onDeleted={onDeleted} />
}
