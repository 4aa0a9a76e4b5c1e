import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { HttpResponse } from '#core/http/responses/http-response.ts'
import { codingFor } from '#core/http/responses/compression.ts'
import { variantIn } from '#core/http/responses/variants.ts'
import type { Ask } from '#core/http/server/in-process.ts'
import { send, type HttpContext } from '#core/http/server/send.ts'
import { createPageCache, type PageResponse } from '../page-cache.ts'
import { draw, lookOf } from './draw.ts'
import { lasting, svgResponse } from './picture-response.ts'

const Pictured = Type.Object({
  id: Type.String(),
  title: Type.String(),
  brand: Type.String(),
  featureDescription: Type.String(),
  modelNumber: Type.Union([Type.String(), Type.Null()]),
})

type Deps = {
  /** The built files of the storefront. */
  folder: string
  ask: Ask
  /** Changes whenever a product may have changed; `undefined` while that is unknown. */
  stamp: () => string | undefined
}

/** About 1,500 drawings. */
const cachedBytes = 16 * 1_048_576

/**
 * Answers `/images/devices/NAME.svg?of=PRODUCT` with the drawing varied for the product, or with the plain drawing if
 * there is no such product; resolves to false for every other address. Without `of`, as products store it, the address
 * is that of the file.
 */
export function devicePictures({ folder, ask, stamp }: Deps): (ctx: HttpContext) => Promise<boolean> {
  const drawings = join(folder, 'images', 'devices')
  const names = new Set(readdirSync(drawings))
  const cache = createPageCache(stamp, cachedBytes)
  return async (ctx) => {
    const [, name] = /^\/images\/devices\/([^/]+\.svg)$/.exec(ctx.path) ?? []
    const { of } = ctx.query
    if (name === undefined || typeof of !== 'string' || !names.has(name)) return false
    const found = await cache.read(`${name} ${of}`, () => varied(readFileSync(join(drawings, name), 'utf8'), of, ask))
    const response: HttpResponse =
      'plain' in found ? await variantIn(found, codingFor(ctx.req.headers['accept-encoding'])) : found
    await send(ctx, 'plain' in found ? lasting(response) : response, true)
    return true
  }
}

async function varied(svg: string, id: string, ask: Ask): Promise<PageResponse> {
  const found = await ask({ method: 'GET', path: `/api/products/${encodeURIComponent(id)}` })
  // An id such as `newest` leads to the path of another call.
  const product: unknown = found.ok ? await found.json() : undefined
  const drawing = Value.Check(Pictured, product) ? draw(svg, lookOf(product)) : svg
  return { ...svgResponse(drawing), isPartial: found.status >= 500 }
}
