import { DoubleLog } from './log/log.ts'
import { openEventStoreDouble, type EventStoreDouble } from './server.ts'
import type { Member } from './state.ts'

export type ClusterDouble = {
  nodes: readonly [EventStoreDouble, EventStoreDouble, EventStoreDouble]
  /** The URL with all nodes, without TLS. */
  url: string
  /** The URL with one node, from which clients discover the others, without TLS. */
  discoverUrl(node?: number): string
  /** Sets the leader; with `undefined`, every call fails with "not ready". */
  elect(node: number | undefined): void
  /** Cuts a node off, which the others notice. No new leader is elected automatically. */
  kill(node: number): void
  /** Restarts the node, as a follower if another one leads by now. */
  restart(node: number): Promise<void>
  close(): void
}

/**
 * Three nodes on one log: they know each other by gossip, one leads, and the followers redirect calls that require the
 * leader. Replication is immediate. The first node is the initial leader.
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
