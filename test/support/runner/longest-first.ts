import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The paths of the slowest tests, slowest first: a test of a minute must not start when all others have finished. */
const long = ['/test/screens/', '/test/contracts/postgres-15', '/test/faults/', '/test/journeys/', '/test/contracts/']

/** Runs long test files before short ones, so that no single worker is left with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = long.findIndex((place) => moduleId.includes(place))
  return rank < 0 ? long.length : rank
}
