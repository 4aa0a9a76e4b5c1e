import type { JobPage } from '#modules/notifications/schema.ts'
import type { Engines, ProjectionStatus } from '#modules/operations/schema.ts'
import { countOf, formatCount } from '../../../lib/format/format.ts'
import type { Written } from './flow-layout.ts'

/** What a read model or reactor does now, in a few words. */
export function stateOf(status: ProjectionStatus | undefined): string {
  if (status === undefined) return 'unknown'
  if (status.status === 'failed') return 'failed'
  if (status.rebuild !== undefined) return `replay ${status.rebuild.percent} %`
  return status.lag === 0 ? 'live' : `${countOf(status.lag, 'event')} behind`
}

export type WrittenState = { label: string; hash: string; state: string; isFaulty: boolean }

const places: Record<Written, { label: string; hash: string; engine: string }> = {
  tables: { label: 'Tables', hash: 'engines', engine: 'database' },
  'search index': { label: 'Search index', hash: 'engines', engine: 'search index' },
  mails: { label: 'Mails', hash: 'mails', engine: 'jobs' },
  streams: { label: 'Streams', hash: 'engines', engine: 'event store' },
}

/** Where read models and reactors write to: its engine's state, and for mails what waits and what failed. */
export function writtenState(kind: Written, engines: Engines['engines'], { counts }: JobPage): WrittenState {
  const { label, hash, engine } = places[kind]
  const isAway = engines.some(({ name, ok }) => name === engine && !ok)
  if (isAway) return { label, hash, state: 'does not answer', isFaulty: true }
  if (kind !== 'mails') return { label, hash, state: 'answers', isFaulty: false }
  const state = `${formatCount(counts.waiting)} waiting, ${formatCount(counts.failed)} failed`
  return { label, hash, state, isFaulty: counts.failed > 0 }
}
