import { viewsKey } from '../../lib/storage/console-storage-keys.ts'
import type { Storage } from '../../lib/storage/storage.ts'

/** A view of a list under a name: the query of its address. */
export type SavedView = { name: string; query: string }

/** Of each list, by its path, in the order of saving. */
type Views = Record<string, readonly SavedView[]>

/** The maximum number of views of a list. */
const mostViews = 20

/**
 * The saved views of one account in this browser. They may hold search texts, so views of another account are not read,
 * and the first view that an account saves replaces them.
 */
export function savedViews(storage: Storage, account: string) {
  function read(): Views {
    const stored = parsed(storage.read(viewsKey))
    return isRecord(stored) && stored['account'] === account ? readViews(stored['views']) : {}
  }
  function change(list: string, change: (views: readonly SavedView[]) => readonly SavedView[]): void {
    const views = read()
    const changed = { ...views, [list]: change(views[list] ?? []) }
    storage.write(viewsKey, JSON.stringify({ account, views: changed }))
  }
  return {
    of: (list: string): readonly SavedView[] => read()[list] ?? [],
    /** Saves a view; a view of the same name is replaced. */
    save: (list: string, view: SavedView) =>
      change(list, (views) => [...views.filter(({ name }) => name !== view.name), view].slice(-mostViews)),
    remove: (list: string, name: string) => change(list, (views) => views.filter((view) => view.name !== name)),
  }
}

function readViews(value: unknown): Views {
  if (!isRecord(value)) return {}
  const lists = Object.entries(value).map(([list, views]) => [list, Array.isArray(views) ? views.filter(isView) : []])
  return Object.fromEntries(lists)
}

function isView(value: unknown): value is SavedView {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['query'] === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
