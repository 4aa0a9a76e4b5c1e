import { DoubleLog } from './log/log.ts'
import { openEventStoreDouble, type EventStoreDouble } from './server.ts'
import type { Member } from './state.ts'

export type ClusterDouble = {
  nodes: readonly [EventStoreDouble, EventStoreDouble, EventStoreDouble]
  /** All nodes by their addresses, without TLS. */
  url: string
  /** One node, to ask for the others, without TLS. */
  discoverUrl(node?: number): string
  /** The node that leads from now on; without one, every call is answered that the server is not ready. */
  elect(node: number | undefined): void
  /** Cuts a node off; the others see that it is gone. A new leader is not elected by itself. */
  kill(node: number): void
  /** The node comes back, as a follower where another one leads by now. */
  restart(node: number): Promise<void>
  close(): void
}

/**
 * Three nodes on one log: they know each other by gossip, one leads, the others send calls that require the leader to it. What
 * the leader has written, its followers have at once. The first node leads at first.
 */
export async function openEventStoreCluster(log = new DoubleLog()): Promise<ClusterDouble> {
  const nodes = [
    await openEventStoreDouble(log),
    await openEventStoreDouble(log),
    await openEventStoreDouble(log),
  ] as const
  const dead = new Set<number>()
  let leader: number | undefined = 0
  const members = (): Member[] =>
    nodes.map(({ port }, i) => ({ port, isAlive: !dead.has(i), isLeader: i === leader && !dead.has(i) }))
  for (const node of nodes) node.setMembers(members)

  return {
    nodes,
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    discoverUrl: (node = 0) => `esdb+discover://127.0.0.1:${nodes[node]?.port}?tls=false`,
    elect: (node) => void (leader = node),
    kill(node) {
      dead.add(node)
      nodes[node]?.kill()
    },
    async restart(node) {
      await nodes[node]?.restart()
      dead.delete(node)
    },
    close() {
      for (const node of nodes) node.kill()
    },
  }
}
