import { endOf, type LogServer } from '../event-store/log-server.ts'
import { openTcpProxy } from '../engines/tcp-proxy.ts'
import { doubles } from './doubles.ts'
import type { CopiedPart } from './in-place-copy.ts'
import type { LogBackup, Servers } from './servers.ts'
import { namedServers } from './named-servers.ts'

/**
 * The log of a shop whose server can be replaced, by servers in `TEST_EVENTSTORE_URL` or else by doubles in this process.
 * A proxy gives all of them one address.
 */
export type ReplaceableLog = Pick<Servers, 'keepsTimes'> & {
  url: string
  /** The current server. */
  readonly server: LogServer
  /** A backup of the server's current data. */
  backUp(): Promise<LogBackup>
  /** Replaces the server by one that holds exactly the backup, or the given part of it. */
  restore(backup: LogBackup, part?: CopiedPart): Promise<void>
  /** Replaces the server by an empty one, or by the given one. */
  replace(server?: LogServer): Promise<void>
  close(): Promise<void>
}

export async function openReplaceableLog(): Promise<ReplaceableLog> {
  const servers = process.env['TEST_EVENTSTORE_URL'] ? namedServers() : doubles()
  const opened: LogServer[] = []

  async function opening(work: Promise<LogServer>): Promise<LogServer> {
    const server = await work
    opened.push(server)
    return server
  }

  let server = await opening(servers.open())
  const proxy = await openTcpProxy(server.url)

  function divertTo(next: LogServer): void {
    server = next
    proxy.divert(next.url)
  }

  return {
    keepsTimes: servers.keepsTimes,
    url: proxy.url,
    get server() {
      return server
    },
    async backUp() {
      const copy = await servers.backUp(server)
      return { server, upTo: await endOf(server), copy: (part) => opening(copy(part)) }
    },
    async restore(backup, part = {}) {
      const isWhole = Object.keys(part).length === 0 && (await endOf(backup.server)) === backup.upTo
      divertTo(isWhole ? backup.server : await backup.copy(part))
    },
    replace: async (next) => divertTo(next ?? (await opening(servers.open()))),
    async close() {
      await proxy.close()
      for (const each of opened) await each.close()
    },
  }
}
