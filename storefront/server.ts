import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Middleware } from 'koa'
import { OperatorError } from '#core/domain/errors.ts'
import type { Answer } from '#core/http/responses/answer.ts'
import { codingFor } from '#core/http/responses/compression.ts'
import type { Ask } from '#core/http/server/in-process.ts'
import { send, type HttpState } from '#core/http/server/send.ts'
import { variantIn } from '#core/http/responses/variants.ts'
import { fileServer } from './files.ts'
import { createPageCache, type PageAnswer } from './page-cache.ts'
import type { RenderPage } from './page.ts'
import { robots, sitemap } from './sitemap.ts'
import { openTemplate, type Template } from './template.ts'

export type StorefrontOptions = {
  /** Where people reach the shop; without a slash at its end. */
  siteUrl: string
  /** Differs whenever what the pages show of the catalogue may differ; `undefined` while nobody knows. */
  stamp: () => string | undefined
  /** Where the build is. */
  folder?: string
}

/** The pages of the shop, for an application that answers the calls of the API. */
export type Storefront = (ask: Ask) => Middleware<HttpState>

const dist = join(import.meta.dirname, 'dist')

/**
 * Opens the built storefront: its files, which never change under one name, and for every other path a page: public ones
 * rendered whole, all others for the browser to render. Comes after all calls of the API.
 * @throws OperatorError where it is not built
 */
export async function openStorefront({ siteUrl, stamp, folder = dist }: StorefrontOptions): Promise<Storefront> {
  const bundle = join(folder, 'server', 'entry-server.js')
  if (!existsSync(bundle)) {
    throw new OperatorError('the storefront is not built', 'Start the shop with npm, or run: npx vite build storefront')
  }
  const { renderPage }: { renderPage: RenderPage } = await import(pathToFileURL(bundle).href)
  const template = openTemplate(join(folder, 'client'), siteUrl)
  const answeredWithFile = fileServer(join(folder, 'client'))
  return (ask) => {
    const cache = createPageCache(stamp)
    const answers = answersOf({ renderPage, template, siteUrl, ask })
    return async (ctx, next) => {
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
      if (ctx.path !== '/index.html' && (await answeredWithFile(ctx))) return
      // The year stands in the footer.
      const found = await cache.read(`${new Date().getFullYear()} ${ctx.url}`, () => answers(ctx.path, ctx.url))
      const accepted = ctx.req.headers['accept-encoding']
      await send(ctx, 'plain' in found ? await variantIn(found, codingFor(accepted)) : found, true)
    }
  }
}

type Needs = { renderPage: RenderPage; template: Template; siteUrl: string; ask: Ask }

function answersOf({ renderPage, template, siteUrl, ask }: Needs) {
  return async (path: string, href: string): Promise<PageAnswer> => {
    if (path === '/robots.txt') return textAnswer('text/plain', robots(siteUrl))
    if (path === '/sitemap.xml') return textAnswer('application/xml', await sitemap(siteUrl, ask))
    const { fetch, hasFailed } = watched(fetchBy(ask))
    const page = await renderPage({ href, siteUrl, fetch })
    if (page.kind === 'redirect') return redirectTo(page.location)
    if (page.kind === 'for-the-browser') return textAnswer('text/html', template.empty)
    const answer = textAnswer('text/html', template.pageOf(page), page.status)
    if (page.status === 503) return { ...answer, headers: { ...answer.headers, 'Retry-After': '5' } }
    return { ...answer, isPartial: hasFailed() }
  }
}

function textAnswer(type: string, text: string, status = 200): Answer {
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' }
  return { status, headers, body: Buffer.from(text) }
}

function redirectTo(location: string): Answer {
  return { status: 302, headers: { Location: location, 'Cache-Control': 'no-cache' }, body: undefined }
}

/** Tells whether the API could not answer any of what it was asked for one page. */
function watched(ask: typeof fetch) {
  let hasFailed = false
  const watching: typeof fetch = async (...request) => {
    const response = await ask(...request)
    hasFailed ||= response.status >= 500
    return response
  }
  return { fetch: watching, hasFailed: () => hasFailed }
}

/** The API as the pages' own client asks it. */
function fetchBy(ask: Ask): typeof fetch {
  return (address, { method = 'GET', body } = {}) =>
    ask({ method, path: pathOf(address), body: typeof body === 'string' ? body : undefined })
}

function pathOf(address: Parameters<typeof fetch>[0]): string {
  return address instanceof Request ? address.url : address.toString()
}
