import { hasMeili, openMeili, type TestMeili } from '../support/meilisearch.ts'
import { hasRedis, openRedis, type TestRedis } from '../support/redis.ts'
import { compareIndexing } from './engines-indexing.ts'
import { compareJobs } from './engines-jobs.ts'
import { measureFollowing } from './engines-following.ts'
import { openBenchShop } from './engines-shop.ts'

// `npm run bench:engines`, about two minutes: what search and jobs cost on each engine, next to the engine's bare client
// making the same calls in the same run. The machine is whatever it is: the ratio is what counts.

const print = (line: string) => process.stdout.write(`${line}\n`)

const redis = hasRedis() ? await openRedis() : undefined
const meili = hasMeili() ? await openMeili() : undefined
try {
  await measurePostgresAndRedis(redis)
  if (meili === undefined) print('NOT MEASURED: Meilisearch, which is not here (set MEILISEARCH_BIN or MEILI_URL)')
  else await measureMeili(meili)
} finally {
  await redis?.close()
  await meili?.close()
}

async function measurePostgresAndRedis(other: TestRedis | undefined): Promise<void> {
  const bench = await openBenchShop({})
  try {
    const { databaseUrl } = bench.shop.infrastructure
    for (const line of await measureFollowing('Postgres', bench)) print(line)
    print(await compareJobs({ name: 'Postgres', databaseUrl }))
    if (other === undefined) print('NOT MEASURED: Redis, which is not here (install redis-server or set REDIS_URL)')
    else print(await compareJobs({ name: 'Redis', databaseUrl, redisUrl: other.url }))
  } finally {
    await bench.close()
  }
}

async function measureMeili({ url, key = '', ...rest }: TestMeili): Promise<void> {
  const bench = await openBenchShop({ MEILI_URL: url, MEILI_KEY: key, MEILI_INDEX: 'shop-bench' })
  try {
    for (const line of await measureFollowing('Meilisearch', bench)) print(line)
  } finally {
    await bench.close()
  }
  for (const line of await compareIndexing({ url, key, ...rest })) print(line)
}
