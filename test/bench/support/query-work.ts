import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '#core/database/database.ts'

/** The work of Postgres for one query: pages of 8 KB, rows removed by filters, rows sorted. */
export type Work = { buffers: number; discarded: number; sorted: number }

/** A database handle that records every query in `asked`. */
export function recordingQueries(pool: Pool): { db: Db; asked: CompiledQuery[] } {
  const asked: CompiledQuery[] = []
  const db: Db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  })
  return { db, asked }
}

const Node = Type.Cyclic(
  {
    Node: Type.Object({
      'Node Type': Type.String(),
      'Relation Name': Type.Optional(Type.String()),
      'Actual Rows': Type.Number(),
      'Actual Loops': Type.Number(),
      'Rows Removed by Filter': Type.Optional(Type.Number()),
      'Shared Hit Blocks': Type.Number(),
      'Shared Read Blocks': Type.Number(),
      Plans: Type.Optional(Type.Array(Type.Ref('Node'))),
    }),
  },
  'Node',
)
type Node = Static<typeof Node>

const Plans = Compile(Type.Array(Type.Object({ Plan: Node })))

/** The maximum work of these queries, measured with `explain (analyze, buffers)`. */
export async function workOf(pool: Pool, queries: readonly CompiledQuery[]): Promise<Work> {
  let most: Work = { buffers: 0, discarded: 0, sorted: 0 }
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
    for (const { Plan } of Plans.Parse(rows[0]['QUERY PLAN'])) most = mostOf(most, workIn(Plan))
  }
  return most
}

/** The tables of which these queries read at least this number of rows by a sequential scan. */
export async function tablesScanned(pool: Pool, queries: readonly CompiledQuery[], least: number): Promise<string[]> {
  const scanned = new Set<string>()
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
    const scans = Plans.Parse(rows[0]['QUERY PLAN'])
      .flatMap(({ Plan }) => nodesOf(Plan))
      .filter(isSequentialScan)
    for (const scan of scans) if (rowsReadBy(scan) >= least) scanned.add(scan['Relation Name'] ?? '')
  }
  return [...scanned]
}

const isSequentialScan = (node: Node) => node['Node Type'] === 'Seq Scan'
const rowsReadBy = (node: Node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

function workIn(plan: Node): Work {
  const nodes = nodesOf(plan)
  const removed = nodes.map((node) => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'])
  const sorts = nodes.filter((node) => node['Node Type'].includes('Sort')).flatMap((node) => node.Plans ?? [])
  return {
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    discarded: Math.max(...removed),
    sorted: Math.max(0, ...sorts.map((node) => node['Actual Rows'])),
  }
}

function nodesOf(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** The maximum of each figure. */
export function mostOf(one: Work, other: Work): Work {
  return {
    buffers: Math.max(one.buffers, other.buffers),
    discarded: Math.max(one.discarded, other.discarded),
    sorted: Math.max(one.sorted, other.sorted),
  }
}

/** Formats the work for output. */
export function described({ buffers, discarded, sorted }: Work): string {
  return `${buffers} pages, ${discarded} rows discarded, ${sorted} sorted`
}
