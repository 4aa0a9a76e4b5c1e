import { openEventStoreDouble } from './server.ts'

/**
 * A process of its own that serves the double until its parent has gone; sends its `esdb://` URL. Its parameter says how many
 * milliseconds each call waits before it is answered.
 */
const double = await openEventStoreDouble()
double.setDelay(Number(process.argv[2] ?? 0))
process.once('disconnect', () => {
  double.kill()
  process.exit()
})
process.send?.(double.url)
