import { readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Context } from 'koa'
import send from 'send'
import { codingFor } from '#core/http/responses/compression.ts'

/** The built files lie there compressed as well. */
const endings = { br: '.br', gzip: '.gz' } as const

/**
 * Answers with the files that a folder holds when this is called. Resolves to false where there is none by that path, or
 * none any more: then nothing was answered.
 */
export function fileServer(folder: string): (ctx: Context) => Promise<boolean> {
  const known = new Set(pathsIn(folder))
  return async (ctx) => {
    if (!known.has(ctx.path)) return false
    const coding = codingFor(ctx.req.headers['accept-encoding'])
    const packed = coding && known.has(ctx.path + endings[coding]) ? coding : undefined
    return answered(ctx, { folder, coding: packed })
  }
}

function pathsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`)
}

type Sending = { folder: string; coding: keyof typeof endings | undefined }

function answered(ctx: Context, { folder, coding }: Sending): Promise<boolean> {
  const { req, res, path } = ctx
  const before = new Set(res.getHeaderNames())
  ctx.type = extname(path)
  ctx.set('Cache-Control', cachingOf(path))
  ctx.set('Vary', 'Accept-Encoding')
  if (coding !== undefined) ctx.set('Content-Encoding', coding)
  const name = coding === undefined ? path : path + endings[coding]
  return new Promise((resolve) => {
    ctx.respond = false
    // Koa begins with 404, which is no answer that a client could know already.
    res.statusCode = 200
    res.once('close', () => resolve(true))
    const file = send(req, name, { root: folder, index: false, cacheControl: false })
    file.on('error', () => {
      if (res.headersSent) return void res.destroy()
      for (const header of res.getHeaderNames()) if (!before.has(header)) res.removeHeader(header)
      res.statusCode = 404
      ctx.respond = true
      resolve(false)
    })
    file.pipe(res)
  })
}

/** Files with a hash in their name are for good; pictures and the like for an hour. */
function cachingOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
