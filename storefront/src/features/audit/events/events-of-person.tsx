import { Link } from '@tanstack/react-router'
import type { AuditPage } from '#modules/audit/schema.ts'
import { ListPart } from '../../../ui/table/list-part.tsx'
import { EventRows } from './event-rows.tsx'

type EventsOfPersonProps = {
  title: string
  /** What the events have in common, as the event browser filters them. */
  filter: { by?: string; stream?: string }
  events: AuditPage
  empty: string
}

/** The newest events about one account, or caused by it. */
export function EventsOfPerson({ title, filter, events, empty }: EventsOfPersonProps) {
  const all = (
    <Link to="/admin/events" search={filter}>
      In the event browser
    </Link>
  )
  return (
    <ListPart title={title} all={all} empty={empty} isEmpty={events.content.length === 0}>
      <EventRows events={events.content} selected={undefined} onSelect={undefined} label={title} isNarrow />
    </ListPart>
  )
}
