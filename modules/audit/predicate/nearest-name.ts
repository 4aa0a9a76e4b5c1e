/** The most similar of the names: at most a third of the letters differ, apart from their case; undefined if none is. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const wanted = text.toLowerCase()
  const limit = Math.max(1, Math.floor(text.length / 3))
  const rated = names.map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
  return rated.filter(({ distance }) => distance <= limit).sort((a, b) => a.distance - b.distance)[0]?.name
}

/** The Levenshtein distance. */
function distanceOf(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of a.split('').entries()) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (previous[j] ?? 0) + (letter === b[j] ? 0 : 1)
      row.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1))
    }
    previous = row
  }
  return previous.at(-1) ?? a.length
}
