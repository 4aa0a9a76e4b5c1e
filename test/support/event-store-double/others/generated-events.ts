import { randomUUID } from 'node:crypto'
import { json, type Proposed } from '../log/record.ts'
import type { DoubleLog } from '../log/log.ts'

export type Generated = {
  /** How many events. */
  count: number
  /** How many bytes of data each of them has; 16 at least. */
  bytes: number
  /** `foreign-generated` */
  stream?: string
  /** `ForeignThingHappened` */
  type?: string
}

/**
 * Events of another application, of any number and size. Their data is made for each answer and kept nowhere: ten
 * thousand of one megabyte take a few megabytes of memory.
 */
export function generateEvents(log: DoubleLog, { count, bytes, stream, type }: Generated): Served {
  const served = { events: 0 }
  for (let i = 0; i < count; i++) {
    log.write(stream ?? 'foreign-generated', [generated(type ?? 'ForeignThingHappened', bytes, served)])
  }
  return served
}

/** How many of the generated events have been part of an answer; an event that was sent twice counts twice. */
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
