import type { ApiError } from '../../../lib/api/api-error.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'

type SessionEndProps = {
  ended: ApiError
  /** The names of the rows that were left. */
  untried: readonly string[]
  onLogIn: () => void
}

/** The part of a report that says how the session ended and what was left, and leads to the login. */
export function SessionEnd({ ended, untried, onLogIn }: SessionEndProps) {
  return (
    <>
      {untried.length > 0 && (
        <p>
          Not tried: <strong>{untried.join(', ')}</strong>
        </p>
      )}
      <p>{messageOf(ended)}</p>
      <Button look="secondary" onClick={onLogIn}>
        Log in again
      </Button>
    </>
  )
}
