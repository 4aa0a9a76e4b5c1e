import { Type } from 'typebox'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { SearchWithoutHits } from '../schema.ts'
import type { WithoutHitsCounter } from './counter.ts'
import type { WithoutHitsCounts } from './counts.ts'

const ListQuery = Type.Object({
  ...PageQuery.properties,
  text: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words, or parts of words, to search for', examples: ['dialysis'] }),
  ),
})

type Deps = { counts: Pick<WithoutHitsCounts, 'page'>; counter: Pick<WithoutHitsCounter, 'flush'> }

/** The searches without a hit, for the admin. */
export function withoutHitsRoutes({ counts, counter }: Deps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/search/without-hits',
      summary: 'What was searched for without a hit, the most frequent first',
      description:
        'A text is listed once three sessions have searched for it on one day without choosing filters; a session is ' +
        'a login or, for guests, a network address with a browser. Until then only a keyed hash is kept, until the ' +
        'end of the day (UTC). Texts that may hold an email address or a phone number are never counted.',
      access: adminOnly,
      query: ListQuery,
      responses: { 200: PageOf(SearchWithoutHits) },
      async handle({ query }) {
        await counter.flush()
        const { rows, total } = await counts.page(query)
        const found = rows.map(({ text, count, last_at: lastAt }) => ({ text, count, lastAt }))
        return { status: 200, body: pageOf(found, { ...query, totalElements: total }) }
      },
    }),
  ]
}
