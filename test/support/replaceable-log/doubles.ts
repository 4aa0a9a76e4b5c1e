import { DoubleLog } from '../event-store-double/log/log.ts'
import { openEventStoreDouble } from '../event-store-double/server.ts'
import { openLogServerAt, type LogServer } from '../event-store/log-server.ts'
import type { CopiedPart } from './in-place-copy.ts'
import type { Servers } from './servers.ts'

/** Doubles in this process, whose logs can be copied exactly. */
export function doubles(): Servers {
  const logs = new WeakMap<LogServer, DoubleLog>()

  async function open(log = new DoubleLog()): Promise<LogServer> {
    const double = await openEventStoreDouble(log)
    const client = openLogServerAt(double.url)
    const server: LogServer = {
      ...client,
      async close() {
        await client.close()
        double.kill()
      },
    }
    logs.set(server, log)
    return server
  }

  return {
    keepsTimes: true,
    open: () => open(),
    async backUp(server) {
      const backup = logs.get(server)?.copy() ?? new DoubleLog()
      return Promise.resolve((part) => open(partOf(backup, part)))
    },
  }
}

function partOf(backup: DoubleLog, { without, hasOtherIds = false }: CopiedPart): DoubleLog {
  const copy = hasOtherIds ? anotherHistory(backup) : backup.copy()
  if (without !== undefined) copy.forget(without)
  return copy
}

/** A log with the same events at the same positions under different ids. */
function anotherHistory(log: DoubleLog): DoubleLog {
  const another = new DoubleLog()
  for (const event of log.events.slice(another.events.length))
    another.write(event.stream, [{ ...event, id: event.id.replace(/^.{8}/, 'ffffffff') }])
  return another
}
