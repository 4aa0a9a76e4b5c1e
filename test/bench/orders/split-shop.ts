import { Client } from 'pg'
import { startShopProcess } from '../../support/shop/shop-process.ts'
import { embeddedServerPid, embeddedUrls } from '../support/embedded-url.ts'
import { completionIn, type Completion } from './completion.ts'
import { sumOf, usedBy, usedByTree, type Used } from './processor.ts'
import { countStatementsFromNextStart, executedOn, type Executed } from './statements.ts'

/** A shop with one process per role on an embedded Postgres, so that the cost of each can be read. */
export type SplitShop = Completion & {
  /** Of its first API process, and of each. */
  url: string
  apiUrls: readonly string[]
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

/** Starts it in this folder, with the demo catalogue; `API` is the sum of its API processes. */
export async function openSplitShop(
  dataDir: string,
  settings: Record<string, string>,
  apiProcesses = 1,
): Promise<SplitShop> {
  const env = { ...settings, DATA_DIR: dataDir, ADMIN_PASSWORD: 'a shop that is only measured', LOG_LEVEL: 'error' }
  const first = await startShopProcess(env)
  await countStatementsFromNextStart((await embeddedUrls(dataDir)).superuser)
  await first.end('SIGTERM')
  const api = await startShopProcess(env, 'api')
  const apis = [api]
  const urls = await embeddedUrls(dataDir)
  // A data folder has one process of a role, unless these name the database.
  while (apis.length < apiProcesses) apis.push(await startShopProcess({ ...env, DATABASE_URL: urls.owner }, 'api'))
  const followers = await startShopProcess(env, 'projections')
  const workers = await startShopProcess(env, 'workers')
  const [owner, superuser] = await Promise.all([connect(urls.owner), connect(urls.superuser)])
  const serverPid = await embeddedServerPid(dataDir)
  const pidOf = ({ child }: typeof api) => child.pid ?? 0
  return {
    url: api.url,
    apiUrls: apis.map(({ url }) => url),
    owner,
    superuser,
    databaseUrl: urls.owner,
    used: async () => ({
      API: sumOf(await Promise.all(apis.map((one) => usedBy(pidOf(one))))),
      followers: await usedBy(pidOf(followers)),
      workers: await usedBy(pidOf(workers)),
      Postgres: await usedByTree(serverPid),
    }),
    executed: () => executedOn(superuser),
    ...completionIn(owner),
    async close() {
      await Promise.all([owner.end(), superuser.end()])
      for (const one of [workers, followers, ...apis]) await one.end('SIGTERM')
    },
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}
