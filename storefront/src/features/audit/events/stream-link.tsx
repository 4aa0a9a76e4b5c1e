import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { placeOf } from '../../../entities/event/destination.ts'

type StreamLinkProps = {
  stream: string
  /** The whole text, where the link shows a shortened one. */
  label?: string
  children: ReactNode
}

/** A link to the page of a stream. */
export function StreamLink({ stream, label, children }: StreamLinkProps) {
  return (
    <Link {...placeOf(stream)} aria-label={label} title={label}>
      {children}
    </Link>
  )
}
