import { erasedText } from '#core/personal-data/erased-text.ts'
import { categoryOf, type RecordedEvent } from '#core/event-store/event-store.ts'
import type { ModuleManifest, StreamKind } from '#core/module/manifest.ts'
import type { RelatedStream } from '../schema.ts'

/** Words the events and streams of all modules, and finds streams. */
export type AuditWording = {
  /** What happened: "Asha Rao placed the order, 3 items, ₹1,24,500". @throws TypeError for an unknown type */
  sentenceOf: (event: RecordedEvent) => string
  /** The sentence for an event that cannot be read. */
  unreadableSentenceOf: (type: string) => string
  /** The title of a stream: "Order ORD48210377". */
  titleOf: (stream: string) => string
  /** The title for the heading of its history, which may use its events. */
  headingOf: (stream: string, events: readonly RecordedEvent[]) => string
  /** The state that these events fold to; undefined if its category has no fold. */
  stateOf: (stream: string, events: readonly RecordedEvent[]) => unknown
  /** The streams whose events are the history of this stream; the stream itself comes first. */
  streamsOfHistory: (stream: string) => readonly string[]
  /** The personal data that the history of this stream discloses, in words; undefined if none. */
  disclosureOf: (stream: string) => string | undefined
  /** The streams that an id typed by a person may refer to. */
  streamsCalled: (id: string) => string[]
  /** The other streams that these events refer to: from a cart to its order, from an order to its products. */
  relatedStreams: (events: readonly RecordedEvent[]) => RelatedStream[]
}

/** @param manifests of all modules with events in the log */
export function auditWording(manifests: readonly ModuleManifest[]): AuditWording {
  const sentences = new Map(manifests.flatMap((manifest) => Object.entries(manifest.sentences)))
  const streams = manifests.flatMap((manifest) => manifest.streams)
  const kinds = new Map(streams.map((kind) => [kind.category, kind]))
  const kindOf = (stream: string) => kinds.get(categoryOf(stream))
  const titleOf = (stream: string) => titled(stream, kindOf(stream))
  return {
    sentenceOf(event) {
      const sentence = sentences.get(event.type)
      if (sentence === undefined) throw new TypeError(`no manifest has a sentence for ${event.type}`)
      return `${nameOf(event)} ${sentence(event)}`
    },
    unreadableSentenceOf: (type) => (sentences.has(type) ? 'This event cannot be read' : unknownType(type)),
    titleOf,
    headingOf: (stream, events) => kindOf(stream)?.headingOf?.(events) ?? titleOf(stream),
    stateOf: (stream, events) => kindOf(stream)?.fold?.(events),
    streamsOfHistory: (stream) => [stream, ...shownWith(stream, kindOf(stream))],
    disclosureOf: (stream) => (kindOf(stream)?.isPersonal === true ? titleOf(stream) : undefined),
    streamsCalled: (id) => [id, ...streams.map(({ streamOf, idsAre }) => streamOf(inCase(id, idsAre)))],
    relatedStreams: (events) => relatedStreams(events, streamsByField(streams)).map(labelledBy(titleOf)),
  }
}

function nameOf({ metadata: { by } }: RecordedEvent): string {
  if (by.role === 'GUEST') return 'A guest'
  return by.name === erasedText ? 'A deleted account' : by.name
}

/** For an unknown type, only its name and the stored text can be shown. */
function unknownType(type: string): string {
  return `${type}: this release of the shop does not know this event, which a newer one has written`
}

/** The reason in the event, if one was given. */
export function whyOf({ data }: RecordedEvent): string | undefined {
  const why = data['reason'] ?? data['note']
  return typeof why === 'string' && why !== '' ? why : undefined
}

function titled(stream: string, kind: StreamKind | undefined): string {
  if (kind === undefined) return stream
  return `${kind.title} ${idOf(stream, kind)}`.trim()
}

function idOf(stream: string, { category }: StreamKind): string {
  return stream.slice(category.length + 1)
}

function shownWith(stream: string, kind: StreamKind | undefined): string[] {
  return kind?.shownWith === undefined ? [] : [kind.shownWith(idOf(stream, kind))]
}

function inCase(id: string, idsAre: StreamKind['idsAre']): string {
  if (idsAre === 'mixed-case') return id
  return idsAre === 'upper-case' ? id.toUpperCase() : id.toLowerCase()
}

type StreamsByField = ReadonlyMap<string, StreamKind['streamOf']>

function streamsByField(kinds: readonly StreamKind[]): StreamsByField {
  return new Map(kinds.flatMap(({ relatedBy, streamOf }) => relatedBy.map((field) => [field, streamOf] as const)))
}

function relatedStreams(events: readonly RecordedEvent[], byField: StreamsByField): string[] {
  const own = events[0]?.stream
  const streams = new Set(events.flatMap(({ data }) => namesIn(data, byField)))
  return [...streams].filter((stream) => stream !== own)
}

function namesIn(value: unknown, byField: StreamsByField): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, byField))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    if (typeof part !== 'string' || part === erasedText) return namesIn(part, byField)
    return byField.get(key)?.(part) ?? []
  })
}

function labelledBy(titleOf: AuditWording['titleOf']) {
  return (stream: string): RelatedStream => ({ stream, label: titleOf(stream) })
}
