/** Test files that `npm run test:faults` runs together, and the environment that makes them run in their long form. */
export type FaultGroup = {
  /** What a passing run shows, in one sentence. */
  proves: string
  /** Paths or parts of paths, as the test runner takes them. */
  files: readonly string[]
  env: Readonly<Record<string, string>>
}

export const faultGroups: Readonly<Record<string, FaultGroup>> = {
  log: {
    proves: 'a log that is very large, shared, restored or wrong neither stops the shop nor misleads its users',
    files: [
      'test/faults/log/',
      'test/faults/adopted-log',
      'test/faults/large-events',
      'test/faults/restored-log',
      'test/contracts/foreign-count',
      'test/contracts/foreign-events',
      'test/contracts/engine-ownership',
      'test/contracts/skipped-events',
      'test/contracts/replaceable-log',
      'test/http/foreign-events',
      'test/http/unreadable-events',
      'test/ops/foreign-events',
      'test/ops/skip-everywhere',
      'test/personal-data/keys-in-backup',
      'test/personal-data/lost-keys',
    ],
    env: {},
  },
  backup: {
    proves: 'a backup under load is complete, and a restore brings all of it back and none of the persons erased since',
    files: ['test/faults/backup/', 'test/faults/log/backup/'],
    env: {},
  },
  kills: {
    proves: 'a shop that is killed while it takes orders has every acknowledged order exactly once',
    files: ['test/faults/killed-', 'test/faults/several-processes', 'test/faults/stopped-under-load'],
    env: { KILL_ROUNDS: '25' },
  },
  replay: {
    proves: 'replays that are killed at random moments, and run under load, leave every read model whole',
    files: ['test/faults/replay-under'],
    env: { REPLAY_KILLS: '50', REPLAY_LIVE_SECONDS: '60' },
  },
  engines: {
    proves: 'an engine that is unavailable, full or damaged costs no acknowledged order',
    files: [
      'test/faults/database-unavailable',
      'test/faults/eventstoredb-double',
      'test/faults/garbled-page',
      'test/faults/job-engine-unavailable',
      'test/faults/replay-on-a-full-disk',
      'test/faults/search-engine-unavailable',
      'test/faults/search-index-damaged',
      'test/faults/short-of-disk',
      'test/faults/start-without-eventstoredb-double',
    ],
    env: {},
  },
  history: {
    proves:
      'whatever is killed or frozen, concurrent clients see one shop: nothing is lost, doubled, stale or out of order',
    files: ['test/faults/history/'],
    env: { HISTORY_SCHEDULES: '200' },
  },
  'bad-input': {
    proves:
      'no value that a client may send in any field, parameter or header of any call stores anything or ends in a 5xx',
    files: ['test/http/bad-input'],
    env: { BAD_INPUT_ONE_IN: '1' },
  },
}
