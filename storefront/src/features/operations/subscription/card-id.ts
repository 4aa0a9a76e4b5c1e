import type { ActivitySearch } from '../activity/activity-search.ts'

/** The id of the card of a read model or reactor; its name alone might be the id of another part of the page. */
export function cardIdOf(name: string): string {
  return `subscription-${name}`
}

/** Where the link to a card leads: to all cards, because a page narrowed to a state may not show it. */
export function toCard(name: string) {
  return {
    to: '/admin/operations',
    search: (before: ActivitySearch) => ({ ...before, status: undefined }),
    hash: cardIdOf(name),
  } as const
}
