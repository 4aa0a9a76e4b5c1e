/** The current instant, in milliseconds since the Unix epoch. Injected, so that deciders stay pure. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** An instant as stored in events and sent in answers: ISO 8601, UTC, with milliseconds. */
export type IsoTime = string

export function isoTime(at: number): IsoTime {
  return new Date(at).toISOString()
}
