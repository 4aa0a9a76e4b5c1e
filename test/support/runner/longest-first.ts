import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where the tests are that take longest, in their order; what takes a minute must not begin when all others have ended. */
const long = ['/test/screens/', '/test/contracts/postgres-15', '/test/faults/', '/test/journeys/', '/test/contracts/']

/** The long test files before the short ones, so that no worker is left alone with one at the end. */
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
