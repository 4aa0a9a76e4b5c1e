import type { JobPage } from '#modules/notifications/schema.ts'
import type { Engines, Flow, ProjectionStatus } from '#modules/operations/schema.ts'
import { countOf, formatCount } from '../../../lib/format/format.ts'
import type { Written, WrittenTo } from './flow-layout.ts'

/** What a read model or reactor is doing, in a few words. */
export function stateOf(status: ProjectionStatus | undefined): string {
  if (status === undefined) return 'unknown'
  const { rebuild, verification, lag, eventsPerSecond } = status
  if (status.status === 'failed') return 'failed'
  if (rebuild !== undefined) return underwayOf('replay', rebuild)
  if (verification !== undefined) return underwayOf('comparison', verification)
  if (lag === 0) return joined('live', rateOf(eventsPerSecond))
  const seconds = eventsPerSecond === 0 ? null : Math.ceil(lag / eventsPerSecond)
  return joined(`lag: ${countOf(lag, 'event')}`, rateOf(eventsPerSecond), timeLeft(seconds))
}

type Underway = Pick<
  NonNullable<ProjectionStatus['rebuild']>,
  'percent' | 'eventsPerSecond' | 'etaSeconds' | 'waitsFor'
>

/** Work in progress, with its rate and the time left: `replay 50 %, 1,900/s, 4 s left`. */
export function underwayOf(what: string, { percent, eventsPerSecond, etaSeconds, waitsFor }: Underway): string {
  if (waitsFor !== undefined) return `${what} ${percent} %, waits`
  return joined(`${what} ${percent} %`, rateOf(eventsPerSecond), timeLeft(etaSeconds))
}

/** Such as `40 s left`, `12 min left` or `3 h left`; empty while it is unknown. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 120) return `${formatCount(seconds)} s left`
  return seconds < 2 * 3_600
    ? `${formatCount(Math.round(seconds / 60))} min left`
    : `${formatCount(Math.round(seconds / 3_600))} h left`
}

/** Events per second; empty where there are none. */
export function rateOf(eventsPerSecond: number): string {
  if (eventsPerSecond === 0) return ''
  return eventsPerSecond < 1 ? 'under 1/s' : `${formatCount(Math.round(eventsPerSecond))}/s`
}

/** The titles of categories of streams: `cart, order`. */
export function titlesOf({ streams }: Pick<Flow, 'streams'>, categories: readonly string[]): string {
  const titles = new Map(streams.map(({ category, title }) => [category, title]))
  return categories.map((category) => titles.get(category) ?? category).join(', ')
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}

export type WrittenState = { label: string; hash: string; state: string; isFaulty: boolean }

const places: Record<Written, { label: string; hash: string; engines: readonly string[] }> = {
  tables: { label: 'Tables', hash: 'engines', engines: ['database'] },
  'search index': { label: 'Search index', hash: 'engines', engines: ['search index'] },
  mails: { label: 'Emails', hash: 'mails', engines: ['jobs', 'mail server'] },
  streams: { label: 'Streams', hash: 'engines', engines: ['event store'] },
}

/**
 * The destinations of read models and reactors: the state of the engine, and for mails the number that wait and that
 * failed.
 */
export function writtenState(
  { kind, eventsPerSecond }: Pick<WrittenTo, 'kind' | 'eventsPerSecond'>,
  engines: Engines['engines'],
  { counts }: Pick<JobPage, 'counts'>,
): WrittenState {
  const { label, hash, engines: needed } = places[kind]
  const missing = engines.find(({ name, ok }) => needed.includes(name) && !ok)
  if (missing) return { label, hash, state: `${missing.name}: no answer`, isFaulty: true }
  if (kind !== 'mails') return { label, hash, state: joined('answers', rateOf(eventsPerSecond)), isFaulty: false }
  const state = `${formatCount(counts.waiting)} waiting, ${formatCount(counts.failed)} failed`
  return { label, hash, state, isFaulty: counts.failed > 0 }
}
