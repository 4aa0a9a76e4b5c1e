import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Member } from './cluster.ts'
import type { Fault, Schedule } from './schedule.ts'

export type Disturbing = {
  members: readonly Member[]
  databaseUrl: string
  /** Called with the beginning and the end of each fault. */
  onFault: (fault: Fault, from: number, to: number) => void
}

/** Runs the faults of a schedule; resolves when all of them are over. */
export async function disturb({ faults }: Schedule, deps: Disturbing): Promise<void> {
  const lasting: Promise<void>[] = []
  for (const fault of faults) {
    await sleep(fault.afterMs)
    lasting.push(during(fault, deps))
  }
  await Promise.all(lasting)
}

async function during(fault: Fault, deps: Disturbing): Promise<void> {
  const from = performance.now()
  const victim = deps.members[fault.victim]
  if (fault.do === 'freeze at a write') await freezeAtWrite(deps.members, fault.forMs)
  else if (victim !== undefined) await apply(fault, victim, deps.databaseUrl)
  deps.onFault(fault, from, performance.now())
}

type OfOneProcess = Exclude<Fault, { do: 'freeze at a write' }>

async function apply(
  fault: OfOneProcess,
  { kill, suspend, resume, proxies }: Member,
  databaseUrl: string,
): Promise<void> {
  switch (fault.do) {
    case 'kill':
      return kill()
    case 'freeze':
      suspend()
      await sleep(fault.forMs)
      return resume()
    case 'freeze engines':
      for (const proxy of proxies) proxy.freeze()
      await sleep(fault.forMs)
      for (const proxy of proxies) proxy.thaw()
      return
    case 'hold the log':
      return holdLog(databaseUrl, fault.forMs)
    case 'cut connections':
      for (const proxy of proxies) proxy.cut()
      return
    case 'lose a reply':
      for (const proxy of proxies) proxy.loseNextReply()
      return
  }
}

const writtenWithinMs = 10_000

/** The write of what the process had read before arrives when another one has taken over and moved the checkpoint. */
async function freezeAtWrite(members: readonly Member[], forMs: number): Promise<void> {
  const found = new AbortController()
  const signal = AbortSignal.any([found.signal, AbortSignal.timeout(writtenWithinMs)])
  const held = members.flatMap(({ proxies, suspend, resume }) =>
    proxies.map(async (proxy) => {
      const deliver = await proxy.holdNext('update projection_checkpoints', signal)
      if (deliver === undefined) return
      if (!found.signal.aborted) {
        found.abort()
        suspend()
        await sleep(forMs)
        resume()
      }
      deliver()
    }),
  )
  await Promise.all(held)
}

async function holdLog(databaseUrl: string, forMs: number): Promise<void> {
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from log_head for update')
    await sleep(forMs)
    await holder.query('rollback')
  } finally {
    await holder.end()
  }
}
