/** The id of the card of a read model or reactor, whose names may be those of parts of the page. */
export function cardIdOf(name: string): string {
  return `subscription-${name}`
}
