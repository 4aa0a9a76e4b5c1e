import { readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Context } from 'koa'
import send from 'send'
import { codingFor } from '#core/http/responses/compression.ts'

/** The suffixes of the compressed copies that the build writes next to each file. */
const endings = { br: '.br', gzip: '.gz' } as const

/**
 * Serves the files that the folder contains at the time of this call. The handler sends nothing and resolves to false
 * if the path names none of them or the file has since been removed.
 */
export function fileServer(folder: string): (ctx: Context) => Promise<boolean> {
  const paths = new Set(pathsIn(folder))
  return async (ctx) => {
    if (!paths.has(ctx.path)) return false
    const coding = codingFor(ctx.req.headers['accept-encoding'])
    const compressed = coding && paths.has(ctx.path + endings[coding]) ? coding : undefined
    return sendFile(ctx, { folder, coding: compressed })
  }
}

function pathsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`)
}

type Sending = { folder: string; coding: keyof typeof endings | undefined }

function sendFile(ctx: Context, { folder, coding }: Sending): Promise<boolean> {
  const { req, res, path } = ctx
  const headersBefore = new Set(res.getHeaderNames())
  ctx.type = extname(path)
  ctx.set('Cache-Control', cachingOf(path))
  ctx.set('Vary', 'Accept-Encoding')
  if (coding !== undefined) ctx.set('Content-Encoding', coding)
  const name = coding === undefined ? path : path + endings[coding]
  return new Promise((resolve) => {
    ctx.respond = false
    // Koa starts with 404, and `send` answers a conditional request with 304 only if the status is 2xx.
    res.statusCode = 200
    res.once('close', () => resolve(true))
    const file = send(req, name, { root: folder, index: false, cacheControl: false })
    file.on('error', () => {
      if (res.headersSent) return void res.destroy()
      for (const header of res.getHeaderNames()) if (!headersBefore.has(header)) res.removeHeader(header)
      res.statusCode = 404
      ctx.respond = true
      resolve(false)
    })
    file.pipe(res)
  })
}

/** Files with a hash in their name never change; pictures and the like are cached for an hour. */
function cachingOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
