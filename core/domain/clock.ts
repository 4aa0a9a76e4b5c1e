/** The current instant, in milliseconds since the Unix epoch. Handed in, so that what decides stays pure. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** An instant as events and answers carry it: ISO 8601, UTC, with milliseconds. */
export type IsoTime = string

export function isoTime(at: number): IsoTime {
  return new Date(at).toISOString()
}
