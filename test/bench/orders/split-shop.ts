import { Client } from 'pg'
import { startShopProcess } from '../../support/shop/shop-process.ts'
import { embeddedServerPid, embeddedUrls } from '../support/embedded-url.ts'
import { completionIn, type Completion } from './completion.ts'
import { usedBy, usedByTree, type Used } from './processor.ts'
import { countStatementsFromNextStart, executedOn, type Executed } from './statements.ts'

/** A shop with one process per role on an embedded Postgres, so that the cost of each can be read. */
export type SplitShop = Completion & {
  url: string
  /** Connections as the database's owner and as superuser. */
  owner: Client
  superuser: Client
  databaseUrl: string
  used(): Promise<Record<Part, Used>>
  executed(): Promise<Executed>
  close(): Promise<void>
}

export const parts = ['API', 'followers', 'workers', 'Postgres'] as const
export type Part = (typeof parts)[number]

/** Starts it in this folder, with the demo catalogue. */
export async function openSplitShop(dataDir: string, settings: Record<string, string>): Promise<SplitShop> {
  const env = { ...settings, DATA_DIR: dataDir, ADMIN_PASSWORD: 'a shop that is only measured', LOG_LEVEL: 'error' }
  const first = await startShopProcess(env)
  await countStatementsFromNextStart((await embeddedUrls(dataDir)).superuser)
  await first.end('SIGTERM')
  const api = await startShopProcess(env, 'api')
  const followers = await startShopProcess(env, 'projections')
  const workers = await startShopProcess(env, 'workers')
  const urls = await embeddedUrls(dataDir)
  const [owner, superuser] = await Promise.all([connect(urls.owner), connect(urls.superuser)])
  const serverPid = await embeddedServerPid(dataDir)
  const pidOf = ({ child }: typeof api) => child.pid ?? 0
  return {
    url: api.url,
    owner,
    superuser,
    databaseUrl: urls.owner,
    used: async () => ({
      API: await usedBy(pidOf(api)),
      followers: await usedBy(pidOf(followers)),
      workers: await usedBy(pidOf(workers)),
      Postgres: await usedByTree(serverPid),
    }),
    executed: () => executedOn(superuser),
    ...completionIn(owner),
    async close() {
      await Promise.all([owner.end(), superuser.end()])
      for (const one of [workers, followers, api]) await one.end('SIGTERM')
    },
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}
