import { endOf, openLogServer } from '../event-store/log-server.ts'
import { copyAtSamePositions, reserveLogStart } from './in-place-copy.ts'
import type { Servers } from './servers.ts'

/** Usually real servers, so they are controlled only through client calls. */
export function namedServers(): Servers {
  let isFirst = true
  return {
    keepsTimes: false,
    async open() {
      const server = await openLogServer()
      if (isFirst) await reserveLogStart(server)
      isFirst = false
      return server
    },
    async backUp(server) {
      const upTo = await endOf(server)
      return async (part) => {
        const copy = await openLogServer()
        await copyAtSamePositions(server, copy, { ...part, upTo })
        return copy
      }
    },
  }
}
