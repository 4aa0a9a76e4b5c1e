/** The id of the card of a read model or reactor; its name alone might be the id of another part of the page. */
export function cardIdOf(name: string): string {
  return `subscription-${name}`
}
