import type { Job, JobSort } from '#modules/notifications/schema.ts'
import { readDays, type DaysSearch } from '../../../lib/days.ts'
import { isMailKind, type MailKind } from '../../../entities/event/mail-words.ts'
import { addressText } from '../../../lib/router/address-text.ts'
import { readView, type ViewSearch } from '../../../lib/router/list-view.ts'
import { parsePage } from '../../../lib/router/pagination.ts'
import { stateLabels } from './mail-states.ts'

/** The search parameters in the URL of the list of mails. `from` and `to` are days of their creation. */
export type MailsSearch = DaysSearch &
  ViewSearch<JobSort> & {
    page?: number | undefined
    text?: string | undefined
    status?: Job['state'] | undefined
    kind?: MailKind | undefined
  }

export const standardSort: JobSort = 'created-desc'

const sorts: readonly JobSort[] = [standardSort, 'created-asc', 'tries-desc', 'tries-asc', 'next-asc', 'next-desc']

/** The columns of the table, in their order. */
export const columnIds = [
  'about',
  'kind',
  'created',
  'state',
  'tries',
  'next',
  'reason',
  'sent',
  'account',
  'message',
] as const

export function readMailsSearch(search: Record<string, unknown>): MailsSearch {
  const { status, kind } = search
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    status: isState(status) ? status : undefined,
    kind: isMailKind(kind) ? kind : undefined,
    ...readDays(search),
    ...readView(search, { sorts, columns: columnIds }),
  }
}

function isState(value: unknown): value is Job['state'] {
  return typeof value === 'string' && Object.hasOwn(stateLabels, value)
}
