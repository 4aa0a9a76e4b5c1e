import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Middleware } from 'koa'
import sirv from 'sirv'

const dist = join(import.meta.dirname, 'dist')

/**
 * Serves the built storefront: its files, which never change under one name, and for every other path the page itself,
 * which finds out in the browser what to show. Comes after all calls of the API.
 */
export function storefrontPages(folder = dist): Middleware {
  const page = readFileSync(join(folder, 'index.html'))
  const files = sirv(folder, { etag: true, gzip: true, brotli: true, setHeaders: setCaching })
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    if (await servedFile(files, ctx)) return
    ctx.type = 'html'
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = page
  }
}

/** Leaves the answer to the file server; resolves to false where it knows no such file. */
function servedFile(files: ReturnType<typeof sirv>, ctx: Context): Promise<boolean> {
  if (ctx.path === '/' || ctx.path === '/index.html') return Promise.resolve(false)
  return new Promise((resolve) => {
    ctx.res.once('close', () => resolve(true))
    ctx.respond = false
    files(ctx.req, ctx.res, () => {
      ctx.respond = true
      resolve(false)
    })
  })
}

/** Files with a hash in their name are for good; pictures and the like for an hour. */
function setCaching(response: { setHeader(name: string, value: string): void }, path: string): void {
  const isHashed = path.startsWith('/assets/')
  response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
}
