import { coalesceCalls } from '../../async/coalesce.ts'

/** A value that this process derives from a read model and holds in memory, such as an index of its rows. */
export type DerivedValue<Value> = {
  /** The newest value that has been derived. */
  current(): Value
  /** Derives the value again if the read model may have changed. Resolves also where that fails: the value stays. */
  refresh(): Promise<void>
}

type Options<Value> = {
  initial: Value
  /** Changes whenever the rows may have changed; `undefined` while that is unknown. */
  stamp: () => string | undefined
  /** Reads the rows; `stamp` names their state. */
  derive: (stamp: string) => Promise<Value>
  onFailure: (error: unknown) => void
}

/** Concurrent refreshes share one reading of the rows. */
export function deriveFromReadModel<Value>({ initial, stamp, derive, onFailure }: Options<Value>): DerivedValue<Value> {
  let held: { value: Value; stamp: string | undefined } = { value: initial, stamp: undefined }

  const deriveAgain = coalesceCalls(async () => {
    // Read before the rows: a change in the meantime makes the value newer than its stamp, never older.
    const now = stamp()
    if (now === undefined || now === held.stamp) return
    held = { value: await derive(now), stamp: now }
  })

  return {
    current: () => held.value,
    async refresh() {
      const now = stamp()
      if (now !== undefined && now !== held.stamp) await deriveAgain().catch(onFailure)
    },
  }
}
