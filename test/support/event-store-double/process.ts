import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { generateEvents } from './others/generated-events.ts'
import { openEventStoreDouble } from './server.ts'

/**
 * A process of its own that serves the double until its parent has gone; sends its `esdb://` URL. Its parameter says how many
 * milliseconds each call waits before it is answered. A message `{ generate: { count, bytes } }` adds so many events of
 * another application; each message is answered with the position of the newest event.
 */
const double = await openEventStoreDouble()
double.setDelay(Number(process.argv[2] ?? 0))

const Message = Compile(
  Type.Object({ generate: Type.Object({ count: Type.Integer({ minimum: 0 }), bytes: Type.Integer({ minimum: 16 }) }) }),
)

process.on('message', (message) => {
  generateEvents(double.log, Message.Parse(message).generate)
  process.send?.(double.log.events.at(-1)?.position ?? 0)
})
process.once('disconnect', () => {
  double.kill()
  process.exit()
})
process.send?.(double.url)
