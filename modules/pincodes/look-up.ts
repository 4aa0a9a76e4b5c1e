import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { PinCode } from './schema.ts'

const file = join(import.meta.dirname, 'places.csv')

const Places = Type.Array(Type.Object({ city: Type.String(), state: Type.String(), pins: Type.String() }))

type Place = { city: string; state: string }

/** The PIN codes in ascending order, and the index of the place of each. */
type Table = { places: readonly Place[]; pins: Uint32Array; placeOf: Uint16Array }

/** Resolves to the place of a PIN code of six digits; `undefined` if it is unknown. */
export type LookUpPin = (pin: string) => Promise<PinCode | undefined>

/** Reads the table at the first look-up. */
export function openPinCodes(): LookUpPin {
  let table: Promise<Table> | undefined
  return async (pin) => {
    table ??= readTable().catch((error: unknown) => {
      table = undefined
      throw error
    })
    const { places, pins, placeOf } = await table
    const place = places[placeOf[indexOf(pins, Number(pin))] ?? -1]
    return place && { pin, ...place }
  }
}

async function readTable(): Promise<Table> {
  const rows = Value.Parse(Places, parse(await readFile(file, 'utf8'), { columns: true }))
  const entries = rows.flatMap(({ pins }, index) => expanded(pins).map((pin) => ({ pin, index })))
  entries.sort((a, b) => a.pin - b.pin)
  return {
    places: rows.map(({ city, state }) => ({ city, state })),
    pins: Uint32Array.from(entries, ({ pin }) => pin),
    placeOf: Uint16Array.from(entries, ({ index }) => index),
  }
}

/** The codes of `110001-110003 110021`. */
function expanded(ranges: string): number[] {
  return ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
  })
}

/** By bisection; -1 if it is not there. */
function indexOf(sorted: Uint32Array, wanted: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] ?? 0) < wanted) from = middle + 1
    else to = middle
  }
  return sorted[from] === wanted ? from : -1
}
