import { randomUUID } from 'node:crypto'
import { json, type Proposed } from '../log/record.ts'
import type { DoubleLog } from '../log/log.ts'

export type Generated = {
  /** The number of events. */
  count: number
  /** The size of each event's data in bytes; at least 16. */
  bytes: number
  /** `foreign-generated` by default. */
  stream?: string
  /** `ForeignThingHappened` by default. */
  type?: string
}

/**
 * Events of another application, of any number and size. Their data is generated for each answer and never stored: ten
 * thousand events of 1 MB take a few MB of memory.
 */
export function generateEvents(log: DoubleLog, { count, bytes, stream, type }: Generated): Served {
  const served = { events: 0 }
  for (let i = 0; i < count; i++) {
    log.write(stream ?? 'foreign-generated', [generated(type ?? 'ForeignThingHappened', bytes, served)])
  }
  return served
}

/** The number of generated events in answers so far; an event sent twice counts twice. */
export type Served = { events: number }

function generated(type: string, bytes: number, served: Served): Proposed {
  return {
    id: randomUUID(),
    type,
    contentType: json,
    metadata: new Uint8Array(),
    size: bytes,
    get data() {
      served.events += 1
      return Buffer.concat([opening, Buffer.alloc(bytes - opening.length - closing.length, 'x'), closing])
    },
  }
}

const opening = Buffer.from('{"text":"')
const closing = Buffer.from('"}')
