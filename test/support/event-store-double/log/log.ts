import { judge, type Expected } from '../writes/append-check.ts'
import { beginnings } from './beginnings.ts'
import { indexAt } from '../reads/places.ts'
import { appendBytes, recordBytes, recordOf, systemEvent, octets, type LoggedEvent, type Proposed } from './record.ts'
import {
  isSoftlyDeleted,
  metadataType,
  metastreamOf,
  retentionOf,
  settingsIn,
  shown,
  softDeletion,
  tombstoneType,
} from './retention.ts'
import { largestAppend, writtenBy, type Written } from '../writes/written.ts'

/** The position of the first event: the log begins with a server record that is not an event. */
const firstEvent = 200

/** An in-memory log with EventStoreDB's guarantees: positions are byte offsets, repeated appends are known by event ids. */
export class DoubleLog {
  readonly events: LoggedEvent[] = []
  /** If true, repeated appends are refused, as by a server that has forgotten the ids. */
  forgetsIds = false
  readonly #streams = new Map<string, LoggedEvent[]>()
  readonly #tombstones = new Map<string, LoggedEvent>()
  readonly #ids = new Map<string, LoggedEvent>()
  /** The positions of records that scavenging has removed. */
  readonly #scavenged = new Set<number>()
  readonly #listeners = new Set<(event: LoggedEvent) => void>()
  #end = firstEvent

  constructor() {
    for (const [stream, type] of beginnings) this.write(stream, [systemEvent(type)])
  }

  /** A backup of the current log, independent of it. */
  copy(): DoubleLog {
    const copy = new DoubleLog()
    copy.#keepOnly(this.events)
    for (const position of this.#scavenged) copy.#scavenged.add(position)
    copy.#end = this.#end
    return copy
  }

  /** The byte after the last record. */
  get end(): number {
    return this.#end
  }

  /** All events of a stream in the log, except its tombstone. */
  stream(name: string): readonly LoggedEvent[] {
    return this.#streams.get(name) ?? []
  }

  /** The events that a reader of the stream receives. */
  shown(name: string): readonly LoggedEvent[] {
    return shown(this.stream(name), this.#retention(name))
  }

  isTombstoned(name: string): boolean {
    return this.#tombstones.has(name)
  }

  isThere(name: string): boolean {
    return this.#streams.has(name) && !isSoftlyDeleted(this.#retention(name))
  }

  /** Whether reads may start at this byte: a record begins there, or began there before it was scavenged. */
  isReadableFrom(position: number): boolean {
    if (position === 0 || position >= this.#end || this.#scavenged.has(position)) return true
    return this.events[indexAt(this.events, ({ position: at }) => at, position)]?.position === position
  }

  append(name: string, expected: Expected, proposed: readonly Proposed[]): Written {
    if (appendBytes(proposed) > largestAppend) return { outcome: 'too-large' }
    if (this.isTombstoned(name)) return { outcome: 'deleted' }
    const known = this.#knownOf(name)
    const verdict = judge(known, expected, proposed)
    if (verdict.is === 'refused') return { outcome: 'wrong-version', actual: known.actual, expected }
    if (verdict.is === 'repeated') return writtenBy(verdict.last)
    const last = this.write(name, proposed)
    if (last === undefined) {
      const revision = known.actual < 0 ? undefined : known.actual
      return { outcome: 'written', revision, position: this.#end }
    }
    if (known.isSoftDeleted) this.setMetadata(name, { ...this.metadata(name), $tb: known.actual + 1 })
    return writtenBy(last)
  }

  /** Writes without the checks that apply to clients, as the server does for its own events. */
  write(name: string, proposed: readonly Proposed[]): LoggedEvent | undefined {
    const first = (this.stream(name).at(-1)?.revision ?? -1) + 1
    return this.#add(name, first, proposed).at(-1)
  }

  metadata(name: string): Record<string, unknown> {
    return settingsIn(this.#streams.get(metastreamOf(name))?.at(-1))
  }

  setMetadata(name: string, settings: Record<string, unknown>): void {
    const text = JSON.stringify(settings).replace(/"\$tb":"(\d+)"/, '"$tb":$1')
    this.write(metastreamOf(name), [{ ...systemEvent(metadataType), data: Buffer.from(text) }])
  }

  /** Hides the stream's events; later appends continue at the next revision. */
  delete(name: string, expected: Expected): Written {
    const refused = this.#refusal(name, expected)
    if (refused !== undefined) return refused
    const position = this.#end
    this.setMetadata(name, { ...this.metadata(name), $tb: softDeletion })
    return { outcome: 'written', revision: undefined, position }
  }

  /** Deletes the stream for good: its name can never be used again. */
  tombstone(name: string, expected: Expected): Written {
    const refused = this.#refusal(name, expected)
    if (refused !== undefined) return refused
    const tombstone = { ...systemEvent(tombstoneType), contentType: octets, data: new Uint8Array() }
    const [added] = this.#add(name, Number(softDeletion), [tombstone])
    return added === undefined ? { outcome: 'deleted' } : writtenBy(added)
  }

  /** Removes deleted and truncated events. Remaining events keep their positions; each stream keeps its last event. */
  scavenge(): void {
    const kept = new Set<LoggedEvent>()
    for (const [name, events] of this.#streams) {
      const tombstone = this.#tombstones.get(name)
      for (const event of tombstone ? [tombstone] : [...this.shown(name), ...events.slice(-1)]) kept.add(event)
    }
    for (const event of this.events) if (!kept.has(event)) this.#scavenged.add(event.position)
    this.#keepOnly(this.events.filter((event) => kept.has(event)))
  }

  /** Removes all trace of the stream, which no server can do: simulates a log from before the stream was written. */
  forget(name: string): void {
    this.#keepOnly(this.events.filter(({ stream }) => stream !== name))
  }

  /** Replaces the data of an event, as damage or an attacker with access to the disk would. */
  forge(event: LoggedEvent, data: Uint8Array): void {
    Object.defineProperty(event, 'data', { value: data })
  }

  onAppend(listener: (event: LoggedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #retention(name: string) {
    return retentionOf(name, this.#streams.get(metastreamOf(name))?.at(-1))
  }

  #knownOf(name: string) {
    const events = this.stream(name)
    return {
      actual: events.at(-1)?.revision ?? -1,
      isSoftDeleted: events.length > 0 && isSoftlyDeleted(this.#retention(name)),
      withId: (id: string) => {
        const event = this.forgetsIds ? undefined : this.#ids.get(id)
        return event?.stream === name ? event : undefined
      },
      at: (revision: number) =>
        this.forgetsIds ? undefined : events[indexAt(events, (event) => event.revision, revision)],
    }
  }

  #refusal(name: string, expected: Expected): Written | undefined {
    if (this.isTombstoned(name)) return { outcome: 'deleted' }
    const { actual } = this.#knownOf(name)
    const isAsExpected = expected === 'any' || (expected === 'stream-exists' ? this.isThere(name) : expected === actual)
    return isAsExpected ? undefined : { outcome: 'wrong-version', actual, expected }
  }

  /** Notifies listeners, which may write too, only after all events of the append are contiguous in the log. */
  #add(stream: string, first: number, proposed: readonly Proposed[]): LoggedEvent[] {
    const added = proposed.map((one, i) => {
      const event = recordOf(one, { stream, revision: first + i, position: this.#end })
      this.#end += recordBytes(stream, one)
      this.#keep(event)
      return event
    })
    for (const event of added) for (const listener of this.#listeners) listener(event)
    return added
  }

  #keep(event: LoggedEvent): void {
    const stream = this.#streams.get(event.stream) ?? []
    if (event.type === tombstoneType) this.#tombstones.set(event.stream, event)
    else stream.push(event)
    this.#streams.set(event.stream, stream)
    this.events.push(event)
    this.#ids.set(event.id, event)
  }

  #keepOnly(events: readonly LoggedEvent[]): void {
    const kept = [...events]
    this.events.length = 0
    this.#streams.clear()
    this.#tombstones.clear()
    this.#ids.clear()
    for (const event of kept) this.#keep(event)
  }
}
