import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { CausationChain } from './causation-chain.tsx'
import { EventCard } from '../events/event-card.tsx'
import { EventFacts } from './event-facts.tsx'
import type { Surroundings } from './load-event.ts'
import { Neighbours } from './neighbours.tsx'
import { useSurroundings } from './use-surroundings.ts'
import * as styles from './event-pane.module.css'

type EventPaneProps = { id: string; onSelect: (id: string) => void; onClose: () => void }

/** One event next to the list: readable and raw, its neighbours in its stream, its causes and effects. */
export function EventPane({ id, onSelect, onClose }: EventPaneProps) {
  const { loaded, error } = useSurroundings(id)
  return (
    <aside className={styles['pane']} aria-label="Selected event" aria-busy={loaded === undefined && !error}>
      <div className={styles['head']}>
        <h2>{loaded?.event.type ?? 'Event'}</h2>
        <Link to="/admin/events/$eventId" params={{ eventId: id }}>
          Open event
        </Link>
        <IconButton label="Close the event" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {error !== undefined && <Message kind="error">{error}</Message>}
      {loaded && <Loaded {...loaded} onSelect={onSelect} />}
    </aside>
  )
}

type LoadedProps = Surroundings & { onSelect: (id: string) => void }

function Loaded({ event, facts, changes, family: chain, isCut, previous, next, onSelect }: LoadedProps) {
  return (
    <>
      <EventCard event={event} content={<EventFacts facts={facts} changes={changes} />} />
      <h3>In this stream</h3>
      <Neighbours previous={previous} next={next} onSelect={onSelect} />
      <h3>Causes and effects</h3>
      {isCut && <p className={styles['cut']}>Open the event to see more.</p>}
      <CausationChain chain={chain} current={event.id} onSelect={onSelect} />
    </>
  )
}
