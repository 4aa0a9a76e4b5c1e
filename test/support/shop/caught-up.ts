import { eventually } from '../eventually.ts'
import { apiCaller } from './api-caller.ts'

/** Ten thousand products are searchable within seconds; a busy machine may need minutes. */
const withinMs = 600_000

/** Resolves once every read model and reactor has the newest event, so that none of them is still at work. */
export async function caughtUp(url: string, admin: { username: string; password: string }): Promise<void> {
  const call = apiCaller(url)
  const { body: login } = await call('POST', '/api/auth/authenticate', { body: admin })
  await eventually(async () => {
    const { body } = await call('GET', '/api/ops/projections', { token: login.accessToken })
    const all: { name: string; lag: number }[] = [...body.projections, ...body.reactors]
    const behind = all.filter(({ lag }) => lag > 0).map(({ name }) => name)
    if (behind.length > 0) throw new Error(`behind: ${behind.join(', ')}`)
  }, withinMs)
}
