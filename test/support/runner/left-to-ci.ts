/** Whether this run leaves nothing out: in CI, and where the command names the files to run. */
export const runsEverything = Boolean(process.env['CI']) || process.env['TEST_FILES_NAMED'] === 'true'

/**
 * Tests that take long, and what they prove: drills with several shops, servers and restarts each, and journeys through the
 * details of a screen. A plain `npm test` runs the others of each kind.
 */
export const testsLeftToCi: Readonly<Record<string, string>> = {
  'test/journeys/details/**':
    'journeys through details: rare states, filters, the keyboard, offline, the log as it was',
  'test/journeys/admin-boards.test.ts': 'journeys through the boards of orders, requests and people',
  'test/journeys/auditing.test.ts': 'journeys through the event browser and the past of an order',
  'test/journeys/cart-screen.test.ts': 'journeys through the cart and its drawer',
  'test/journeys/my-orders.test.ts': 'journeys through the orders of a buyer',
  'test/faults/log/**': 'drills of a log that is shared, restored, foreign or wrong',
  'test/faults/*restored-log*.test.ts': 'drills of a restored log',
  'test/faults/adopted-log.test.ts': 'the drill of an adopted log',
  'test/faults/*-on-eventstoredb-double.test.ts': 'the shop on the double of EventStoreDB',
  'test/faults/moved-to-eventstoredb-double.test.ts': 'the move to EventStoreDB',
  'test/faults/start-without-eventstoredb-double.test.ts': 'starts without EventStoreDB',
  'test/faults/eventstoredb-double.test.ts': 'faults between the shop and EventStoreDB',
  'test/contracts/eventstoredb-double-bytes.test.ts': 'pages of EventStoreDB whose events are large',
  'test/ops/copy-events-command.test.ts': 'the command that copies events',
  'test/faults/several-processes.test.ts': 'drills with several processes of each role',
  'test/faults/history/history.test.ts': 'histories of faults',
  'test/faults/killed-while-ordering.test.ts': 'kills while orders are placed',
  'test/workers/killed-worker.test.ts': 'kills of workers',
  'test/faults/killed-at-the-swap.test.ts': 'kills at the swap of a replay',
  'test/faults/short-of-disk.test.ts': 'a disk that is nearly full',
  'test/faults/stopped-under-load.test.ts': 'stops under load',
  'test/faults/backup/drill.test.ts': 'the drill of backup and restore',
  'test/faults/backup/interruptions.test.ts': 'interrupted backups and restores',
  'test/faults/backup/large.test.ts': 'the memory of a backup and a restore of 400,000 events',
  'test/faults/backup/refusals.test.ts': 'what backups and restores refuse',
  'test/faults/killed-while-exporting.test.ts': 'a kill during an export',
  'test/faults/garbled-page.test.ts': 'a damaged page of the database',
  'test/faults/replay-under-fire.test.ts': 'a replay under kills',
  'test/faults/replay-on-a-full-disk.test.ts': 'a replay on a full disk',
  'test/personal-data/erased-history.test.ts': 'erasures in random histories',
  'test/personal-data/lost-keys.test.ts': 'the drills of lost keys',
  'test/personal-data/keys-in-backup.test.ts': 'the drill of keys in a backup',
  'test/platform/embedded-postgres.test.ts': 'starts and stops of the embedded Postgres',
  'test/platform/damaged-cluster.test.ts': 'lost and damaged folders of the embedded Postgres',
  'test/platform/data-lock.test.ts': 'processes that compete for one data folder',
  'test/platform/launcher.test.ts': 'the launcher of every command',
  'test/faults/large-events.test.ts': 'the largest events under a small heap',
}

/** Painting animations is a fifth of the processor time of a page. */
export const animationsLeftToCi = 'animations: a plain run visits the shop as someone who prefers reduced motion'
