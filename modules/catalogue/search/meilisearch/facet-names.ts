/** Before a small letter it stands for the capital, before itself or `%` for that character. */
const capital = '^'

/**
 * A name as the value of a facet. Meilisearch counts values that differ only in case, or in how their letters are
 * composed, as one, and returns any of their spellings; so everything that it would change is escaped.
 */
export function facetValue(name: string): string {
  return Array.from(name.normalize('NFC').trim(), escaped).join('')
}

/** The inverse of `facetValue`. */
export function nameOfFacet(value: string): string {
  return value.replaceAll(/\^(.)|%([0-9a-f]{1,6});/gu, (_, letter?: string, code?: string) =>
    letter === undefined ? String.fromCodePoint(Number.parseInt(code ?? '', 16)) : letter.toUpperCase(),
  )
}

function escaped(character: string): string {
  if (isNormalized(character) && character !== capital && character !== '%') return character
  const letter = character.toLowerCase()
  if (Array.from(letter).length === 1 && letter.toUpperCase() === character && isNormalized(letter))
    return capital + letter
  return `%${(character.codePointAt(0) ?? 0).toString(16)};`
}

/** Meilisearch decomposes letters and converts them to lower case. */
function isNormalized(character: string): boolean {
  return character.normalize('NFKD').toLowerCase() === character
}
