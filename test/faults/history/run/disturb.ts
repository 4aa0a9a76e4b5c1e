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
  if (victim !== undefined) await apply(fault, victim, deps.databaseUrl)
  deps.onFault(fault, from, performance.now())
}

async function apply(fault: Fault, { kill, suspend, resume, proxies }: Member, databaseUrl: string): Promise<void> {
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
