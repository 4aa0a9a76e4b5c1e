import { isFields } from '../decode.ts'

/**
 * What the server has loaded for a page, as it travels in the page: JSON in a script element that nobody runs, because
 * the pages' policy allows no inline scripts.
 */
export type LoadedMatch<Data = unknown> = {
  id: string
  data: Data
  /** The fields of `data` that the loader left as promises; what they came to is in their place. */
  settled: string[]
}

type Match = { id: string; loaderData?: unknown }

/** Waits for what loaders left on its own time, so that a page can be rendered whole in one go. */
export async function settleMatches(matches: readonly Match[]): Promise<LoadedMatch[]> {
  return Promise.all(matches.map(settleMatch))
}

async function settleMatch({ id, loaderData }: Match): Promise<LoadedMatch> {
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

/** As text that may stand between script tags, whatever is in the data. */
export function writeLoadedData(matches: readonly LoadedMatch[]): string {
  return JSON.stringify(matches).replaceAll('<', String.raw`\u003c`)
}

/** The loaders' data again, with its promises, which React need not wait for. */
export function readLoadedData<Data>(text: string): LoadedMatch<Data>[] {
  const matches: LoadedMatch<Data>[] = JSON.parse(text)
  for (const { data, settled } of matches) restorePromises(data, settled)
  return matches
}

function restorePromises(data: unknown, settled: readonly string[]): void {
  if (!isFields(data)) return
  for (const name of settled) Object.assign(data, { [name]: markFulfilled(Promise.resolve(data[name]), data[name]) })
}

/** Tells React what a promise has come to, so that it shows it at once instead of waiting for the next turn. */
function markFulfilled<T>(promise: Promise<T>, value: T): Promise<T> {
  return Object.assign(promise, { status: 'fulfilled', value })
}
