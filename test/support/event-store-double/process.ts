import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { generateEvents } from './others/generated-events.ts'
import { openEventStoreDouble } from './server.ts'

/**
 * Serves the double in a separate process until the parent disconnects, and sends its `esdb://` URL. The argument is the
 * delay of each call in milliseconds. A message `{ generate: { count, bytes } }` adds `count` foreign events of that size;
 * the reply to each message is the position of the newest event.
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
