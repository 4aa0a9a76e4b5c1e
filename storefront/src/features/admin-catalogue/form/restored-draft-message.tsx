import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'

type BroughtBackProps = { isNew: boolean; onStartAgain: () => void }

/** Says that the form holds a draft kept from before a reload or an expired login, not the values in the shop. */
export function RestoredDraftMessage({ isNew, onStartAgain }: BroughtBackProps) {
  return (
    <Message kind="info">
      <p>Your earlier entries are back in the form. They are not saved yet.</p>
      <Button look="secondary" onClick={onStartAgain}>
        {isNew ? 'Start with an empty form' : 'Start from the current product'}
      </Button>
    </Message>
  )
}
