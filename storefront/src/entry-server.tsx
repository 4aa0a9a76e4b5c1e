import { createMemoryHistory } from '@tanstack/react-router'
import { createStore } from 'jotai'
import { renderToString } from 'react-dom/server'
import type { Page, RenderPage } from '../page.ts'
import { App } from './app.tsx'
import { createApiClient } from './lib/api/client.ts'
import { isFields } from './lib/decode.ts'
import { resolveMatches, writeLoadedData } from './lib/router/loaded-data.ts'
import { findCollection } from './lib/router/navigation.ts'
import { pageTitle } from './lib/shop.ts'
import { isPublicRoute } from './public-routes.ts'
import { structuredHead } from './structured-data.ts'
import { routeTree } from './routeTree.gen.ts'
import { createAppRouter, type AppRouter } from './router.tsx'
import { pagePartsFetched } from './ui/feedback/page-part.tsx'

/** Renders a public page as a guest without a cart sees it, with a new router and a new store for each page. */
export const renderPage: RenderPage = async ({ href, siteUrl, fetch }) => {
  const api = createApiClient({
    baseUrl: '/api',
    fetch,
    accessToken: () => undefined,
    now: () => Date.now(),
    // Retries do not wait here: `fetch` answers them at once with the first failure.
    sleep: () => Promise.resolve(),
  })
  const history = createMemoryHistory({ initialEntries: [href.replace(/^\/+/, '/')] })
  const router = createAppRouter({ routeTree, api, store: createStore(), siteUrl, isPage, history })
  const { pathname, search } = router.latestLocation
  const leaf = router.matchRoutes(pathname, search).at(-1)
  if (leaf === undefined || !isPublicRoute(leaf.routeId)) return { kind: 'for-the-browser' }
  await router.load()
  const result = router._serverResult
  if (result?.type === 'redirect') {
    return { kind: 'redirect', location: result.redirect.headers.get('Location') ?? '/' }
  }
  return render(router, siteUrl)
}

/** The server's tree has every route, so no other page can exist. */
const isPage = () => Promise.resolve(false)

async function render(router: AppRouter, siteUrl: string): Promise<Page> {
  const { matches } = router.state
  const loaded = await resolveMatches(matches)
  await pagePartsFetched()
  const [, head = '', body = ''] =
    /^((?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*)(.*)$/s.exec(renderToString(<App router={router} />)) ??
    []
  const status = statusOf(router)
  const isWhole = status < 500 && matches.every((match) => match.status === 'success')
  return {
    kind: 'rendered',
    status,
    head: head + structuredHeadOf(router, siteUrl),
    body,
    data: isWhole ? writeLoadedData(loaded) : undefined,
    routeIds: matches.map(({ routeId }) => routeId),
  }
}

/** The API's status of the first loader that failed; 404 also for an unknown collection, which needs no loader. */
function statusOf(router: AppRouter): number {
  const { matches } = router.state
  const leaf = matches.at(-1)
  const failed = matches.find(({ status }) => status !== 'success')
  if (failed) return statusOfFailure(failed.error)
  if (leaf?.routeId === '/search') return searchStatus(leaf)
  if (leaf?.routeId !== '/collection/$category') return 200
  return findCollection(leaf.params.category) ? 200 : 404
}

/** The loader of a failed search succeeds, because the page itself shows the failure (spec §8). */
function searchStatus({ loaderData }: Extract<Match, { routeId: '/search' }>): number {
  return loaderData?.failure ? statusOfFailure(loaderData.failure) : 200
}

/** The API's status; 503 if there was none or it is 0, which means that no answer came. */
function statusOfFailure(failure: unknown): number {
  return (isFields(failure) && Number(failure['status'])) || 503
}

/** The structured data that matches the route's title and description; empty if the page has no canonical address. */
function structuredHeadOf(router: AppRouter, siteUrl: string): string {
  const leaf = router.state.matches.at(-1)
  const canonical = leaf && canonicalOf(leaf)
  if (leaf === undefined || canonical === undefined) return ''
  return structuredHead({
    siteUrl,
    path: canonical.slice(siteUrl.length),
    ...titleAndDescriptionOf(leaf.meta ?? []),
    product: isProductPage(leaf) ? leaf.loaderData?.product : undefined,
  })
}

function canonicalOf({ status, links = [] }: Match): string | undefined {
  return status === 'success' ? links.find((link) => link?.rel === 'canonical')?.href : undefined
}

function titleAndDescriptionOf(meta: NonNullable<Match['meta']>): { title: string; description: string } {
  const title = meta.find((one) => one?.title !== undefined)?.title
  const description = meta.find((one) => one?.name === 'description')?.content
  return { title: title ?? pageTitle(), description: description ?? '' }
}

type Match = AppRouter['state']['matches'][number]
type ProductMatch = Extract<Match, { routeId: `${string}/products/$productId` }>

function isProductPage(match: Match): match is ProductMatch {
  return match.routeId === '/products/$productId' || match.routeId === '/collection/products/$productId'
}
