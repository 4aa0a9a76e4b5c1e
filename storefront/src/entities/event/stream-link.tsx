import { Link } from '@tanstack/react-router'
import { placeOf } from './destination.ts'
import { shortened, WithCopy } from '../../ui/data/short-id.tsx'

type StreamLinkProps = {
  stream: string
  /** The text of the link, in which ids are shortened. */
  label: string
}

/** A link to the page of a stream. */
export function StreamLink({ stream, label }: StreamLinkProps) {
  const shown = shortened(label)
  const whole = shown === label ? undefined : label
  return (
    // The name begins with what is visible, by which voice control finds the link.
    <Link {...placeOf(stream)} aria-label={whole && `${shown}, ${whole}`} title={whole}>
      {shown}
    </Link>
  )
}

/** A link to the page of a stream, with a button to copy the name of the stream if it is shortened. */
export function CopiedStreamLink({ stream, label }: StreamLinkProps) {
  return (
    <WithCopy text={stream} of="name of the stream">
      <StreamLink stream={stream} label={label} />
    </WithCopy>
  )
}
