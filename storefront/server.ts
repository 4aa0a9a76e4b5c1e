import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Middleware } from 'koa'
import { OperatorError } from '#core/domain/errors.ts'
import type { HttpResponse } from '#core/http/responses/http-response.ts'
import { codingFor } from '#core/http/responses/compression.ts'
import type { Ask } from '#core/http/server/in-process.ts'
import { contentSecurityPolicy } from '#core/http/security/security-headers.ts'
import { send, type HttpState } from '#core/http/server/send.ts'
import { variantIn } from '#core/http/responses/variants.ts'
import { departmentPictures } from './pictures/department-pictures.ts'
import { devicePictures } from './pictures/device-pictures.ts'
import { fileServer } from './files.ts'
import { pageFetch } from './page-fetch.ts'
import { createPageCache, type PageResponse } from './page-cache.ts'
import type { RenderPage } from './page.ts'
import { robots, sitemap } from './sitemap.ts'
import { openTemplate, type Template } from './template.ts'

export type StorefrontOptions = {
  /** The shop's public address, without a trailing slash. */
  siteUrl: string
  /** Changes whenever the catalogue data on the pages may have changed; `undefined` while that is unknown. */
  stamp: () => string | undefined
  /** The folder of the build. */
  folder?: string
}

/** Serves the shop's pages; `ask` calls the API in process. */
export type Storefront = (ask: Ask) => Middleware<HttpState>

const dist = join(import.meta.dirname, 'dist')

/**
 * Opens the built storefront: its files, and for every other path a page. Public pages are rendered here, all others in
 * the browser. Must come after all routes of the API.
 * @throws OperatorError if the storefront is not built
 */
export async function openStorefront({ siteUrl, stamp, folder = dist }: StorefrontOptions): Promise<Storefront> {
  const bundle = join(folder, 'server', 'entry-server.js')
  if (!existsSync(bundle)) {
    throw new OperatorError('the storefront is not built', 'Start the shop with npm, or run: npx vite build storefront')
  }
  const { renderPage }: { renderPage: RenderPage } = await import(pathToFileURL(bundle).href)
  const template = openTemplate(join(folder, 'client'), siteUrl)
  const sendFile = fileServer(join(folder, 'client'))
  const sendDepartmentPicture = departmentPictures(join(folder, 'client'))
  return (ask) => {
    const cache = createPageCache(stamp)
    const sendDevicePicture = devicePictures({ folder: join(folder, 'client'), ask, stamp })
    const respond = responder({ renderPage, template, siteUrl, ask })
    return async (ctx, next) => {
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
      if ((await sendDepartmentPicture(ctx)) || (await sendDevicePicture(ctx))) return
      if (ctx.path !== '/index.html' && (await sendFile(ctx))) return
      // The footer shows the year.
      const found = await cache.read(`${new Date().getFullYear()} ${ctx.url}`, () => respond(ctx.path, ctx.url))
      const accepted = ctx.req.headers['accept-encoding']
      await send(ctx, 'plain' in found ? await variantIn(found, codingFor(accepted)) : found, true)
    }
  }
}

type Deps = { renderPage: RenderPage; template: Template; siteUrl: string; ask: Ask }

function responder({ renderPage, template, siteUrl, ask }: Deps) {
  const policy = contentSecurityPolicy(template.inlineScripts)
  const htmlResponse = (html: string, status = 200) =>
    textResponse('text/html', html, { status, headers: { 'Content-Security-Policy': policy } })
  return async (path: string, href: string): Promise<PageResponse> => {
    if (path === '/robots.txt') return textResponse('text/plain', robots(siteUrl))
    if (path === '/sitemap.xml') return textResponse('application/xml', await sitemap(siteUrl, ask))
    const { fetch, hasFailed } = pageFetch(ask)
    const page = await renderPage({ href, siteUrl, fetch })
    if (page.kind === 'redirect') return redirectTo(page.location)
    if (page.kind === 'for-the-browser') return htmlResponse(template.emptyFor(path))
    const response = htmlResponse(template.pageOf(page), page.status)
    if (page.status === 503) return { ...response, headers: { ...response.headers, 'Retry-After': '5' } }
    return { ...response, isPartial: hasFailed() }
  }
}

function textResponse(type: string, text: string, { status = 200, headers = {} } = {}): HttpResponse {
  const content = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' }
  return { status, headers: { ...content, ...headers }, body: Buffer.from(text) }
}

function redirectTo(location: string): HttpResponse {
  return { status: 302, headers: { Location: location, 'Cache-Control': 'no-cache' }, body: undefined }
}
