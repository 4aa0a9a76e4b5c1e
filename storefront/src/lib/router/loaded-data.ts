import { isFields } from '../decode.ts'

/**
 * The data that the server loaded for a page, embedded in the page as JSON in a script element that is not executed,
 * because the content security policy forbids inline scripts.
 */
export type LoadedMatch<Data = unknown> = {
  id: string
  data: Data
  /** The fields of `data` that the loader returned as promises; `data` has their resolved values. */
  settled: string[]
}

type Match = { id: string; loaderData?: unknown }

/** Awaits the promises in the loaders' data, so that the whole page can be rendered synchronously. */
export async function resolveMatches(matches: readonly Match[]): Promise<LoadedMatch[]> {
  return Promise.all(matches.map(resolveMatch))
}

async function resolveMatch({ id, loaderData }: Match): Promise<LoadedMatch> {
  if (!isFields(loaderData) || Array.isArray(loaderData)) return { id, data: loaderData, settled: [] }
  const data: Record<string, unknown> = { ...loaderData }
  const settled = Object.keys(data).filter((name) => data[name] instanceof Promise)
  for (const name of settled) {
    data[name] = await data[name]
    const promise = loaderData[name]
    if (promise instanceof Promise) void markFulfilled(promise, data[name])
  }
  return { id, data, settled }
}

/** Serialises the data to text that is safe in a script element, whatever the data contains. */
export function writeLoadedData(matches: readonly LoadedMatch[]): string {
  return JSON.stringify(matches).replaceAll('<', String.raw`\u003c`)
}

/** Parses the loaders' data and restores its promises, marked as fulfilled so that React does not wait for them. */
export function readLoadedData<Data>(text: string): LoadedMatch<Data>[] {
  const matches: LoadedMatch<Data>[] = JSON.parse(text)
  for (const { data, settled } of matches) restorePromises(data, settled)
  return matches
}

function restorePromises(data: unknown, settled: readonly string[]): void {
  if (!isFields(data)) return
  for (const name of settled) Object.assign(data, { [name]: markFulfilled(Promise.resolve(data[name]), data[name]) })
}

/** Marks a promise as fulfilled in React's convention, so that React reads its value without waiting. */
function markFulfilled<T>(promise: Promise<T>, value: T): Promise<T> {
  return Object.assign(promise, { status: 'fulfilled', value })
}
