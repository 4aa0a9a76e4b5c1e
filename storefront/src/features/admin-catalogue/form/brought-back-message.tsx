import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'

type BroughtBackProps = { isNew: boolean; onStartAnew: () => void }

/** Says that the form holds what was typed before a login that ended, or a reload, and not what is in the shop. */
export function BroughtBackMessage({ isNew, onStartAnew }: BroughtBackProps) {
  return (
    <Message kind="info">
      <p>What you entered here before is back in the form. It is not saved yet.</p>
      <Button look="secondary" onClick={onStartAnew}>
        {isNew ? 'Start with an empty form' : 'Start from what is in the shop'}
      </Button>
    </Message>
  )
}
