import type { Judgement } from './judge.ts'

/** A table of all kinds of queries, with those that rules and words may be tuned on and those held out separately. */
export function relevanceReport(engine: string, judgements: readonly Judgement[]): string[] {
  const kinds = Map.groupBy(judgements, ({ query }) => query.kind)
  return [
    `${engine.padEnd(28)}            all              tuned on         held out`,
    `${'kind'.padEnd(16)} queries    right  NDCG@10     right  NDCG@10   right  NDCG@10`,
    ...Array.from(kinds, ([kind, of]) => line(kind, of)),
    line('all', judgements),
  ]
}

function line(kind: string, judgements: readonly Judgement[]): string {
  const { tuned = [], heldOut = [] } = Object.groupBy(judgements, ({ query }) =>
    query.isHeldOut ? 'heldOut' : 'tuned',
  )
  return [kind.padEnd(16), String(judgements.length).padStart(7), ...[judgements, tuned, heldOut].map(figures)].join(
    '  ',
  )
}

function figures(judgements: readonly Judgement[]): string {
  if (judgements.length === 0) return '      –       –  '
  const right = judgements.filter(({ isRight }) => isRight).length / judgements.length
  const ndcg = judgements.reduce((sum, one) => sum + one.ndcg, 0) / judgements.length
  return `${(right * 100).toFixed(0).padStart(5)} %   ${ndcg.toFixed(3)}  `
}

/** The queries without a right hit among the first three, and what they found. Held-out ones are not shown. */
export function missesOf(judgements: readonly Judgement[]): string[] {
  return judgements
    .filter(({ isRight, query }) => !isRight && !query.isHeldOut)
    .map(({ query, found }) => `${query.kind}: "${query.text}" finds ${found.slice(0, 3).join(', ') || 'nothing'}`)
}
