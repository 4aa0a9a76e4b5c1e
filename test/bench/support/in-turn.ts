/** Returns the items one after another, and begins again after the last one. @throws Error if there is none */
export function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0
  return () => {
    const one = all[turn++ % all.length]
    if (one === undefined) throw new Error('there is nothing to request')
    return one
  }
}
