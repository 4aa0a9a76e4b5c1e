import { openWith, UnreadablePersonalData, type PersonalData } from '../../personal-data/personal-data.ts'
import { subjectOf } from '../../personal-data/sealed-text.ts'
import { categoryOf, UndecodableEvent, type EventStore, type Page, type Position } from '../event-store.ts'
import { sealedTextsOf } from '../codec/sealed-event.ts'

/** A person who was not erased, but for whom the log holds texts that no key opens. */
export type LostKey = {
  /** The account id. */
  subject: string
  /** Why the key does not open them. */
  cause: string
  /** The number of events that cannot be read because of it. */
  events: number
  /** The number of streams that hold those events, by category. */
  streams: Record<string, number>
}

export type LostKeys = {
  lost: LostKey[]
  /** The number of persons in the log who were not erased. */
  persons: number
}

type Deps = {
  /** The events as stored, with personal data sealed. */
  sealed: Pick<EventStore, 'head' | 'readAll'>
  personalData: Pick<PersonalData, 'keysOf'>
  signal: AbortSignal
  onProgress: (done: Position, total: Position) => void
}

type Found = { cause: string; events: number; streams: Set<string> }

const pageSize = 500

/** Tries to open every sealed text in the log. @throws EngineUnavailable */
export async function findLostKeys({ sealed, personalData, signal, onProgress }: Deps): Promise<LostKeys> {
  const found = new Map<string, Found>()
  const persons = new Set<string>()
  const head = await sealed.head()
  for (let at: Position = 0; at < head;) {
    signal.throwIfAborted()
    const page = await pageAfter(sealed, at)
    await examine(page, { personalData, found, persons })
    if (page.position <= at) break
    at = page.position
    onProgress(Math.min(at, head), head)
  }
  return {
    lost: [...found].map(([subject, one]) => ({ ...one, subject, streams: byCategory(one.streams) })),
    persons: persons.size,
  }
}

type Findings = { personalData: Deps['personalData']; found: Map<string, Found>; persons: Set<string> }

async function examine({ events }: Pick<Page, 'events'>, { personalData, found, persons }: Findings): Promise<void> {
  const texts = events.flatMap((event) =>
    sealedTextsOf(event).flatMap((text) => {
      const subject = subjectOf(text)
      return subject === undefined ? [] : [{ event, text, subject }]
    }),
  )
  const keys = await personalData.keysOf(texts.map(({ subject }) => subject))
  const unreadable = new Set<string>()
  for (const { event, text, subject } of texts) {
    const key = keys.get(subject)
    if (key?.state === 'erased') continue
    persons.add(subject)
    const cause = causeOf(() => openWith(key, text))
    if (cause === undefined) continue
    const known = found.get(subject) ?? { cause, events: 0, streams: new Set<string>() }
    found.set(subject, known)
    known.streams.add(event.stream)
    const place = `${subject} ${event.id}`
    if (!unreadable.has(place)) known.events += 1
    unreadable.add(place)
  }
}

function causeOf(open: () => unknown): string | undefined {
  try {
    open()
    return undefined
  } catch (error) {
    if (error instanceof UnreadablePersonalData) return error.message
    throw error
  }
}

/** Skips an event that is unreadable for another reason than a key. */
async function pageAfter(sealed: Deps['sealed'], after: Position): Promise<Pick<Page, 'events' | 'position'>> {
  try {
    return await sealed.readAll(after, { limit: pageSize })
  } catch (error) {
    if (error instanceof UndecodableEvent) return { events: [], position: error.event.position }
    throw error
  }
}

function byCategory(streams: ReadonlySet<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const stream of streams) counts[categoryOf(stream)] = (counts[categoryOf(stream)] ?? 0) + 1
  return counts
}
