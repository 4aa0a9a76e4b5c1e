import { EngineUnavailable, OperatorError } from '#core/domain/errors.ts'
import type { Ownership } from '#core/event-store/identity/own-engine.ts'
import type { ProductSearchGeneration, ProductSearchIndex } from './product-search-index.ts'

/**
 * Wraps an index so that it is neither searched nor written until it is verified not to belong to another shop. The
 * owner is verified again after every failure, because another server may answer from then on, and with every `ping`.
 * `prepare` throws the OperatorError itself, which stops the start-up; every other call throws EngineUnavailable with
 * the OperatorError as its cause.
 */
export function ownIndex(index: ProductSearchIndex, ownership: Ownership): ProductSearchIndex {
  async function rechecking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof EngineUnavailable) ownership.suspect()
      throw error
    }
  }
  const guarded = <T>(work: () => Promise<T>) => rechecking(() => ownership.assertOwn().then(work))
  const own = <T>(work: () => Promise<T>) => guarded(work).catch(refuse)

  const generation = (one: ProductSearchGeneration): ProductSearchGeneration => ({
    ...one,
    put: (documents) => own(() => one.put(documents)),
    remove: (ids) => own(() => one.remove(ids)),
  })

  return {
    ...index,
    prepare: () => guarded(() => index.prepare().then((outcome) => restoreOwner(outcome, ownership))),
    live: () => generation(index.live()),
    search: (query) => own(() => index.search(query)),
    suggest: (query) => own(() => index.suggest(query)),
    byCodes: (codes) => own(() => index.byCodes(codes)),
    byCompany: (company, page, size) => own(() => index.byCompany(company, page, size)),
    similar: (id, size) => own(() => index.similar(id, size)),
    beginBuild: async () => generation(await own(() => index.beginBuild())),
    async unfinishedBuild() {
      const build = await own(() => index.unfinishedBuild())
      return build && generation(build)
    },
    swap: () => own(() => index.swap()),
    swapBack: () => own(() => index.swapBack()),
    async ping() {
      // First, because its timeout is shorter.
      await rechecking(() => index.ping())
      ownership.suspect()
      await own(() => Promise.resolve())
    },
  }
}

/** If the index was removed, its owner record may be gone too; it is written again before another shop can claim it. */
async function restoreOwner(outcome: 'kept' | 'made', ownership: Ownership): Promise<'kept' | 'made'> {
  if (outcome === 'made') {
    ownership.suspect()
    await ownership.assertOwn()
  }
  return outcome
}

function refuse(error: unknown): never {
  throw error instanceof OperatorError ? new EngineUnavailable('search index', { cause: error }) : error
}
