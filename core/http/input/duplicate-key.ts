const [quote, comma, colon, backslash, lastSpace] = [0x22, 0x2c, 0x3a, 0x5c, 0x20]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** An object or a list that is open; `place` is the current key or index in it. */
type Level = { keys: Set<string>; place: string } | { keys: undefined; place: number }

/**
 * Returns the path of the first key that occurs twice in one object, such as `shipping.city`. Parsers differ in which
 * of the two values they use (RFC 8259 §4), so another value than the validated one might be used.
 * @param json a text that `JSON.parse` accepts; it is read once, from left to right, at any depth
 */
export function duplicateKeyOf(json: string): string | undefined {
  const open: Level[] = []
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) {
      const end = endOfText(json, at)
      if (isKey(json, end) && !isNew(open.at(-1), textBetween(json, at, end))) return pathOf(open)
      at = end
    } else follow(open, code)
  }
  return undefined
}

function follow(open: Level[], code: number): void {
  if (code === openObject) open.push({ keys: new Set(), place: '' })
  else if (code === openList) open.push({ keys: undefined, place: 0 })
  else if (code === closeObject || code === closeList) open.pop()
  else if (code === comma) step(open.at(-1))
}

function step(level: Level | undefined): void {
  if (level && level.keys === undefined) level.place++
}

/** The closing quote of a string: the next quote preceded by an even number of backslashes. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end
}

function isEscaped(json: string, at: number): boolean {
  let from = at
  while (json.charCodeAt(from - 1) === backslash) from--
  return (at - from) % 2 === 1
}

/** Only a key is followed by a colon. */
function isKey(json: string, end: number): boolean {
  let next = end + 1
  while (json.charCodeAt(next) <= lastSpace) next++
  return json.charCodeAt(next) === colon
}

/** The string with its escapes resolved: `\u0061` is `a`. */
function textBetween(json: string, start: number, end: number): string {
  const written = json.slice(start + 1, end)
  return written.includes('\\') ? String(JSON.parse(json.slice(start, end + 1))) : written
}

function isNew(level: Level | undefined, key: string): boolean {
  if (level?.keys === undefined) return true
  level.place = key
  if (level.keys.has(key)) return false
  level.keys.add(key)
  return true
}

/** A longer path is cut off at the start; no genuine client nests so deeply. */
const longestPath = 200

function pathOf(open: readonly Level[]): string {
  const steps = open.map(({ keys, place }, depth) => {
    if (keys === undefined) return `[${place}]`
    return depth === 0 ? place : `.${place}`
  })
  return steps.join('').slice(-longestPath).toWellFormed()
}
