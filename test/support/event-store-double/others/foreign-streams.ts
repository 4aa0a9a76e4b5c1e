import { randomUUID } from 'node:crypto'
import type { DoubleLog } from '../log/log.ts'
import { json, jsonRecord, octets, type Proposed } from '../log/record.ts'

/** A stream of another application; `finalState`: what was done to it after its events. */
type ForeignStream = {
  stream: string
  events: () => Proposed[]
  finalState?: 'tombstoned' | 'deleted' | 'truncated'
}

/**
 * The streams of other applications on the same server: with data and names of all kinds, deleted streams, and events
 * with the shop's type names in streams that are foreign or only look like the shop's.
 */
export function writeForeignStreams(log: DoubleLog): void {
  for (const { stream, events, finalState } of foreignStreams) {
    log.write(stream, events())
    if (finalState === 'tombstoned') log.tombstone(stream, 'any')
    if (finalState === 'deleted') log.delete(stream, 'any')
    if (finalState === 'truncated') log.setMetadata(stream, { $tb: 2, $maxCount: 1 })
  }
}

const foreignStreams: readonly ForeignStream[] = [
  { stream: 'invoice-4711', events: () => [jsonRecord('InvoiceSent', { total: 4711 }, { tenant: 'north' })] },
  { stream: 'invoice-4712', events: () => [jsonRecord('InvoiceLines', [1, [2], { three: 3 }]), raw('"text alone"')] },
  { stream: 'sensor-1', events: () => [bytes('Measured', [0, 255, 1, 128]), bytes('Measured', [])] },
  { stream: 'half-1', events: () => [raw('{"half":'), { ...raw('{}'), metadata: Buffer.from('no JSON') }] },
  {
    stream: 'namen mit ümlauten / und 🩺',
    events: () =>
      ['order placed', 'com.example.v2.Thing', 'Größe🩺', 'x'.repeat(300)].map((type) => jsonRecord(type, {})),
  },
  { stream: 'nodash', events: () => [jsonRecord('Noted', null)] },
  { stream: 'gone-1', events: threeNotes, finalState: 'tombstoned' },
  { stream: 'gone-2', events: threeNotes, finalState: 'deleted' },
  { stream: 'short-1', events: threeNotes, finalState: 'truncated' },
  { stream: 'foreign-1', events: likeOurs },
  { stream: 'order-XYZ', events: likeOurs },
  { stream: 'Order-ORD12345678', events: likeOurs },
]

function threeNotes(): Proposed[] {
  return ['One', 'Two', 'Three'].map((type) => jsonRecord(type, {}))
}

/** Events with types of the shop and of the contract suite, but foreign data. */
function likeOurs(): Proposed[] {
  return [
    ...['OrderPlaced', 'OrderConfirmed', 'CartCheckedOut', 'Counted', 'Wanted', 'Other'].map((type) =>
      jsonRecord(type, { foo: 1 }),
    ),
    { ...jsonRecord('OrderPlaced', { foo: 1 }), metadata: new Uint8Array() },
    bytes('ProductAdded', [1, 2, 3]),
  ]
}

function raw(text: string): Proposed {
  return { id: randomUUID(), type: 'Noted', contentType: json, data: Buffer.from(text), metadata: new Uint8Array() }
}

function bytes(type: string, data: readonly number[]): Proposed {
  return { id: randomUUID(), type, contentType: octets, data: Uint8Array.from(data), metadata: new Uint8Array() }
}
