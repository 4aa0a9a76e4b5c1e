import { openEventStoreDouble } from './server.ts'

/** A process of its own that serves the double until its parent has gone; sends its `esdb://` URL. */
const double = await openEventStoreDouble()
process.once('disconnect', () => {
  double.kill()
  process.exit()
})
process.send?.(double.url)
