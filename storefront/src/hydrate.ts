import { hydrate } from '@tanstack/react-router/ssr/client'
import { readLoadedData } from './lib/router/loaded-data.ts'
import type { AppRouter } from './router.tsx'

type Dehydrated = NonNullable<NonNullable<Window['$_TSR']>['router']>['matches'][number]

const nothing = () => undefined

/** Hydrates the router with the data that the server loaded, instead of loading it again. */
export async function hydrateRouter(router: AppRouter, text: string): Promise<void> {
  const now = Date.now()
  window.$_TSR = {
    router: {
      manifest: undefined,
      matches: readLoadedData<Dehydrated['l']>(text).map(({ id, data }) => ({
        i: id.replaceAll('/', '#'),
        u: now,
        s: 'success',
        ssr: true,
        ...(data === undefined ? {} : { l: data }),
      })),
    },
    h: nothing,
    e: nothing,
    c: nothing,
    p: nothing,
    buffer: [],
  }
  await hydrate(router)
}
