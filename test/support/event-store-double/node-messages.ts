import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { DoubleState } from './state.ts'

// A node's messages about itself and its cluster, built from the client's generated classes.

/** The client multiplexes its appends over one stream if the server supports that. */
export function supportedMethods() {
  const batches = new features.SupportedMethod()
    .setServiceName('event_store.client.streams.Streams')
    .setMethodName('batchappend')
  return new features.SupportedMethods().setEventStoreServerVersion('24.6.0-double').setMethodsList([batches])
}

/** A node without a cluster is its own leader. */
export function clusterInfo({ members, port }: DoubleState) {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
  const all = members?.() ?? [{ port, isAlive: true, isLeader: true }]
  const infos = all.map((member, i) =>
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(`00000000-0000-4000-8000-00000000000${i}`))
      .setTimeStamp('0')
      .setIsAlive(member.isAlive)
      .setState(member.isLeader ? LEADER : FOLLOWER)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(member.port)),
  )
  return new gossip.ClusterInfo().setMembersList(infos)
}
