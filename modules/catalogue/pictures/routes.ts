import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { maxUploadBytes } from '#core/http/input/upload.ts'
import { readDeadlineMs, withinDeadline } from '#core/http/responses/deadline.ts'
import { adminOnly, defineRoute, type Reply, type Route } from '#core/http/routing/route.ts'
import { readProduct } from '../commands.ts'
import { ProductParams } from '../list-routes.ts'
import { UploadedPicture } from '../schema.ts'
import type { StoredPicture } from './commands.ts'
import { pictureFileOf } from './domain/picture-path.ts'
import type { PictureTables } from './tables.ts'

type Deps = {
  store: EventStore
  upload: (original: Buffer, accountId: string) => Promise<StoredPicture>
  pictures: Pick<PictureTables, 'file'>
}

/** Uploads of pictures, and the pictures. */
export function pictureRoutes(deps: Deps): Route[] {
  return [uploadRoute(deps), uploadForNewRoute(deps), pictureRoute(deps)]
}

const taking = {
  method: 'POST',
  access: adminOnly,
  description:
    'A PNG, JPEG, WebP or AVIF picture of at most 10 MB and 50 megapixels, judged by its content. It is re-encoded in ' +
    'three sizes without metadata; the original is not kept. Save the product with the `url` of the response: a picture ' +
    'that no product was saved with is deleted after 24 hours.',
  upload: { field: 'file', maxBytes: maxUploadBytes, description: 'The picture' },
  responses: { 201: UploadedPicture },
  limitsUnstored: true,
} as const

function uploadRoute({ store, upload }: Deps): Route {
  return defineRoute({
    ...taking,
    path: '/api/products/{id}/images',
    summary: 'Upload a picture for a product',
    params: ProductParams,
    async handle({ params, file, actor }) {
      const { product } = await readProduct(store, params.id)
      if (product.status === 'deleted') throw new Rejection('not-found', 'This product is deleted')
      return replyWith(await upload(file, actor.id))
    },
  })
}

function uploadForNewRoute({ upload }: Deps): Route {
  return defineRoute({
    ...taking,
    path: '/api/products/images',
    summary: 'Upload a picture for a product that is not added yet',
    async handle({ file, actor }) {
      return replyWith(await upload(file, actor.id))
    },
  })
}

function replyWith({ isNew, ...picture }: StoredPicture): Reply {
  return { status: 201, body: picture, isUnchanged: !isNew }
}

/** A year. The name is that of the content, so it never changes. */
const immutable = 'public, max-age=31536000, immutable'

function pictureRoute({ pictures }: Deps): Route {
  return defineRoute({
    method: 'GET',
    path: '/pictures/{file}',
    summary: 'An uploaded picture in one of its sizes',
    description: 'The longest side is 1600, 800 or 320 pixels: `/pictures/{name}-800.webp`.',
    access: 'everyone',
    params: Type.Object({ file: Type.String({ maxLength: 60 }) }),
    responses: { 200: null },
    async handle({ params }) {
      const file = pictureFileOf(params.file)
      const found = file && (await withinDeadline(pictures.file(file), readDeadlineMs))
      if (found === undefined) throw new Rejection('not-found', 'There is no such picture')
      return {
        status: 200,
        bytes: found.bytes,
        headers: { 'Content-Type': 'image/webp', 'Cache-Control': immutable, ETag: `"${params.file}"` },
      }
    },
  })
}
