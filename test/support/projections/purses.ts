import type { TableProjection, Fold } from '#core/projections/projection.ts'

/** A purse, in a table with a column of each kind. */
export type PurseRow = {
  purse: string
  coins: number
  is_rich: boolean
  history: readonly { position: number; by: number }[]
  tags: readonly string[]
  touched_at: string
  owner: string | null
}

const noPurse: Omit<PurseRow, 'purse'> = {
  coins: 0,
  is_rich: false,
  history: [],
  tags: [],
  touched_at: '',
  owner: null,
}

function put(row: PurseRow | undefined, purse: string, change: { by: number; position: number; at: string }): PurseRow {
  const { coins, history, tags, owner } = row ?? noPurse
  const total = coins + change.by
  return {
    purse,
    coins: total,
    is_rich: total > 10,
    history: [...history.slice(-3), { position: change.position, by: change.by }],
    tags: tags.includes(`by ${change.by}`) ? tags : [...tags, `by ${change.by}`],
    touched_at: change.at,
    owner,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : 0)

export const purseFolds = {
  CoinsAdded: {
    keys: ({ data }) => [text(data['purse'])],
    evolve: (row, { data, position, at }, key) => put(row, key, { by: number(data['by']), position, at }),
  },
  CoinsMoved: {
    keys: ({ data }) => [text(data['from']), text(data['to'])],
    evolve: (row, { data, position, at }, key) =>
      put(row, key, { by: key === data['to'] ? number(data['by']) : -number(data['by']), position, at }),
  },
  PurseOwned: {
    keys: ({ data }) => [text(data['purse'])],
    evolve: (row, { data }) => row && { ...row, owner: data['owner'] === null ? null : text(data['owner']) },
  },
  PurseLookedAt: { keys: ({ data }) => [text(data['purse'])], evolve: (row) => row },
  PurseLost: { keys: ({ data }) => [text(data['purse'])], evolve: () => undefined },
  PursePoisoned: {
    keys: ({ data }) => [text(data['purse'])],
    evolve() {
      throw new Error('this purse is poisoned')
    },
  },
} satisfies Record<string, Fold<PurseRow>>

/** The purses projection; `changes` may rename it, so that a suite can run several. */
export function pursesProjection(changes: Partial<TableProjection<PurseRow>> = {}): TableProjection<PurseRow> {
  return {
    name: 'purses',
    version: 1,
    sink: {
      kind: 'table',
      table: {
        name: 'purses',
        key: 'purse',
        columns: {
          purse: 'text',
          coins: 'bigint not null',
          is_rich: 'boolean not null',
          history: 'jsonb not null',
          tags: 'text[] not null',
          touched_at: 'timestamptz not null',
          owner: 'text',
          twice: 'bigint generated always as (coins * 2) stored',
        },
        indexes: ['(coins desc)', 'using gin (history)'],
      },
    },
    on: purseFolds,
    ...changes,
  }
}
