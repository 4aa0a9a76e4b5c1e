/** An event as EventStoreDB keeps it. */
export type LoggedEvent = {
  id: string
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
  stream: string
  revision: number
  /** The byte in the log at which it was committed. */
  position: number
  created: Date
}

export type Proposed = Pick<LoggedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>

export type Written =
  { outcome: 'written'; revision: number; position: number } | { outcome: 'wrong-version'; actual: number }

/** What EventStoreDB promises of its log, in memory: positions are byte offsets, repetitions are known by their ids. */
export class DoubleLog {
  readonly events: LoggedEvent[] = []
  /** Repeated appends are refused, as by a server that has forgotten their ids. */
  forgetsIds = false
  readonly #streams = new Map<string, LoggedEvent[]>()
  readonly #listeners = new Set<(event: LoggedEvent) => void>()
  #end = 0

  constructor() {
    // A server begins with settings of its own.
    this.append('$users', 'any', [systemEvent('$UserCreated')])
  }

  stream(name: string): readonly LoggedEvent[] {
    return this.#streams.get(name) ?? []
  }

  append(name: string, expected: number | 'any', proposed: readonly Proposed[]): Written {
    const stream = this.#streams.get(name) ?? []
    const actual = stream.length - 1
    if (expected === 'any' || expected === actual) return this.#write(name, proposed)
    const last = this.forgetsIds ? undefined : lastRepeated(stream.slice(expected + 1), proposed)
    if (last === undefined) return { outcome: 'wrong-version', actual }
    return { outcome: 'written', revision: last.revision, position: last.position }
  }

  onAppend(listener: (event: LoggedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #write(name: string, proposed: readonly Proposed[]): Written {
    const stream = this.#streams.get(name) ?? []
    this.#streams.set(name, stream)
    for (const one of proposed) {
      this.#end += 150 + one.data.length + one.metadata.length
      const event = { ...one, stream: name, revision: stream.length, position: this.#end, created: new Date() }
      stream.push(event)
      this.events.push(event)
      for (const listener of this.#listeners) listener(event)
    }
    return { outcome: 'written', revision: stream.length - 1, position: this.#end }
  }
}

/** The last of `proposed` where they are what the stream goes on with. */
function lastRepeated(rest: readonly LoggedEvent[], proposed: readonly Proposed[]): LoggedEvent | undefined {
  return proposed.every(({ id }, i) => id === rest[i]?.id) ? rest[proposed.length - 1] : undefined
}

export function systemEvent(type: string): Proposed {
  return { ...emptyEvent, id: '00000000-0000-4000-8000-000000000000', type }
}

const emptyEvent = { contentType: 'application/json', data: Buffer.from('{}'), metadata: new Uint8Array() }
