/** The most tags to remember. */
const most = 10_000

/**
 * The latest changes of a read model by their tags, so that a response stays valid until one of its own tags changes.
 * Stamps are those of `ProjectionPositions`.
 */
export class RecentChanges {
  #number = 0
  /** The number of each stamp since which all changes are known, and of the last change of each tag; oldest first. */
  readonly #stamps = new Map<string, number>()
  readonly #tags = new Map<string, number>()

  /** The stamp after a change of the rows with these tags; `undefined` where any row may have changed. */
  note(stamp: string, tags: readonly string[] | undefined): void {
    this.#number += 1
    if (tags === undefined) {
      this.#stamps.clear()
      this.#tags.clear()
    }
    for (const tag of tags ?? []) moveToEnd(this.#tags, tag, this.#number)
    moveToEnd(this.#stamps, stamp, this.#number)
    this.#evictOldest()
  }

  /** Also false if it is unknown. */
  isUnchangedSince(stamp: string, tags: readonly string[]): boolean {
    const number = this.#stamps.get(stamp)
    return number !== undefined && tags.every((tag) => (this.#tags.get(tag) ?? 0) <= number)
  }

  /** A stamp before the last change of an evicted tag is evicted, too. */
  #evictOldest(): void {
    let evicted = 0
    for (const [tag, number] of this.#tags) {
      if (this.#tags.size <= most) break
      this.#tags.delete(tag)
      evicted = number
    }
    for (const [stamp, number] of this.#stamps) {
      if (number >= evicted && this.#stamps.size <= most) break
      this.#stamps.delete(stamp)
    }
  }
}

function moveToEnd(map: Map<string, number>, key: string, number: number): void {
  map.delete(key)
  map.set(key, number)
}
