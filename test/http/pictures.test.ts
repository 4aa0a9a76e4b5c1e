import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { pictureForm, png } from '#test/support/shop/pictures.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { monitor, openTestShop, type TestShop } from '#test/support/shop/shop.ts'

let shop: TestShop
let productId: string

beforeAll(async () => {
  shop = await openTestShop()
  const { body } = await shop.call('POST', '/api/products', { token: shop.adminToken, body: monitor })
  productId = body.id
})
afterAll(() => shop.close())

const upload = (body: unknown, path = `/api/products/${productId}/images`) =>
  shop.call('POST', path, { token: shop.adminToken, body })

const uploadBytes = (bytes: Uint8Array, fileName?: string) => upload(pictureForm(bytes, fileName))

/** A large picture with a place, a camera and a rotation in its metadata. */
const photo = () =>
  sharp({ create: { width: 1_800, height: 1_200, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })

const fetchPicture = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(shop.url + path, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an uploaded picture', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'is accepted as %s, and served as WebP in three sizes',
    async (kind) => {
      const { status, body } = await uploadBytes(await photo().toFormat(kind).toBuffer())
      expect({ status, ...body }).toEqual({
        status: 201,
        url: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}-800[.]webp$/),
        width: 533,
        height: 800,
      })
      for (const side of [1_600, 800, 320]) {
        const { response, bytes } = await fetchPicture(body.url.replace('800', side))
        expect(response.headers.get('Content-Type')).toBe('image/webp')
        const { format, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata()
        expect({ format, height, exif, icc, xmp, orientation }).toEqual({ format: 'webp', height: side })
        expect(bytes.includes('SecretCamera')).toBe(false)
      }
    },
  )

  test('is served by every process, whichever has taken it', async () => {
    const { databaseUrl } = shop.shop.infrastructure
    const other = await openTestShop({ DATABASE_URL: databaseUrl, DATA_DIR: shop.dataDir }, { roles: ['api'] })
    const form = pictureForm(png({ width: 64, height: 48, grey: 7 }))
    const { status, body } = await other.call('POST', `/api/products/${productId}/images`, {
      token: shop.adminToken,
      body: form,
    })
    expect(status).toBe(201)
    const here = await fetchPicture(body.url)
    expect([here.response.status, here.response.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
    const there = await fetch(other.url + body.url)
    expect(Buffer.from(await there.arrayBuffer())).toEqual(here.bytes)
    await other.close()
  })

  test('is never enlarged', async () => {
    expect((await uploadBytes(png({ width: 40, height: 30 }))).body).toMatchObject({ width: 40, height: 30 })
  })

  test('has the address of its content, which any cache may keep permanently', async () => {
    const [one, other] = [
      await uploadBytes(png({ width: 40, height: 30 })),
      await upload(pictureForm(), '/api/products/images'),
    ]
    expect(other.body).toEqual(one.body)
    const { response } = await fetchPicture(one.body.url)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const etag = response.headers.get('ETag') ?? ''
    expect((await fetchPicture(one.body.url, { 'If-None-Match': etag })).response.status).toBe(304)
  })

  test('may be as large as 10 MB', async () => {
    const noise = {
      create: { width: 1_800, height: 1_800, channels: 3, background: '#000', noise: { type: 'gaussian', sigma: 90 } },
    } as const
    const large = await sharp(noise).png({ compressionLevel: 0 }).toBuffer()
    expect(large.length).toBeGreaterThan(9_500_000)
    expect((await uploadBytes(large)).status).toBe(201)
    expect(await uploadBytes(Buffer.concat([large, Buffer.alloc(1_000_000)]))).toMatchObject({
      status: 413,
      body: { message: 'The file must have at most 10 MB' },
    })
  })
})

describe('a file that is not a picture of an accepted kind', () => {
  const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['a GIF named as PNG', gif, 'Upload a PNG, JPEG, WebP or AVIF picture'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'Upload a PNG, JPEG, WebP or AVIF picture'],
    ['nothing', Buffer.alloc(0), 'Upload a PNG, JPEG, WebP or AVIF picture'],
    [
      'an SVG',
      Buffer.from(svg),
      'SVG pictures cannot be uploaded, because they may contain scripts: save it as PNG and upload that',
    ],
    [
      'an SVG after a declaration',
      Buffer.from(`\uFEFF<?xml version="1.0"?>\n<!-- x -->${svg}`),
      expect.stringContaining('SVG'),
    ],
    [
      'a picture that ends early',
      png({ width: 400, height: 300 }).subarray(0, 60),
      'The picture is damaged and cannot be read',
    ],
    [
      'a JPEG that ends early',
      Buffer.from('ffd8ffe000104a46494600', 'hex'),
      'The picture is damaged and cannot be read',
    ],
    [
      'a picture of too many pixels',
      png({ width: 10_000, height: 5_001 }),
      'The picture has 10000 × 5001 pixels; at most 50 megapixels are accepted',
    ],
  ])('is rejected: %s', async (_name, bytes, message) => {
    const { status, body } = await uploadBytes(bytes, 'monitor.png')
    expect({ status, message: body.message, errors: body.errors }).toEqual({
      status: 400,
      message,
      errors: [{ field: 'file', defaultMessage: message }],
    })
  })

  test('is rejected by the form of the request: another field, several files, JSON', async () => {
    const other = new FormData()
    other.set('picture', new Blob([new Uint8Array(png({ width: 4, height: 3 }))]))
    const twice = pictureForm()
    twice.append('file', new Blob(['x']))
    const text = new FormData()
    text.set('file', 'a text')
    expect(await Promise.all([other, twice, text].map(async (form) => (await upload(form)).status))).toEqual([
      400, 400, 400,
    ])
    expect((await upload({ file: 'x' })).status).toBe(415)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const cut = { token: shop.adminToken, body: '--x\r\nContent-Disposition: form-data; name="file"', headers }
    expect((await shop.call('POST', '/api/products/images', cut)).status).toBe(400)
  })

  test('is rejected if the product is unknown or deleted', async () => {
    expect((await upload(pictureForm(), '/api/products/unknown/images')).status).toBe(404)
    const { body } = await shop.call('POST', '/api/products', { token: shop.adminToken, body: monitor })
    await shop.call('DELETE', `/api/products/${body.id}`, { token: shop.adminToken })
    expect((await upload(pictureForm(), `/api/products/${body.id}/images`)).status).toBe(404)
  })

  test.each(['x.webp', `${'0'.repeat(32)}-1600.webp`, `${'0'.repeat(32)}-99.webp`])(
    'is not found: %s',
    async (file) => {
      expect((await fetchPicture(`/pictures/${file}`)).response.status).toBe(404)
    },
  )
})

const save = (pictures: Partial<Record<'logoUrl' | 'imgUrl1', string>>) =>
  shop.call('PUT', `/api/products/${productId}`, { token: shop.adminToken, body: { ...monitor, ...pictures } })
const aDayLater = () =>
  sql`update pictures set uploaded_at = uploaded_at - interval '25 hours'`.execute(shop.shop.infrastructure.database.db)
const statusOf = async (url: string) => (await fetchPicture(url)).response.status

const uploaded = async (grey: number): Promise<string> =>
  (await uploadBytes(png({ width: 40, height: 30, grey }))).body.url

async function sweep(gone: string): Promise<void> {
  const stop = shop.shop.modules.catalogue.deleteUnusedPictures(silentLog)
  await eventually(async () => expect(await statusOf(gone)).toBe(404))
  await stop()
}

describe('the stored pictures', () => {
  test('are those of products, including past ones; others are deleted after a day', async () => {
    const [unused, used, replaced] = [await uploaded(1), await uploaded(2), await uploaded(3)]
    expect((await save({ imgUrl1: replaced })).status).toBe(200)
    expect((await save({ imgUrl1: used })).status).toBe(200)
    await aDayLater()
    const fresh = await uploaded(4)
    await sweep(unused)
    expect(await Promise.all([used, replaced, fresh].map(statusOf))).toEqual([200, 200, 200])
  })

  test('have another day if they are uploaded again', async () => {
    const [again, other] = [await uploaded(5), await uploaded(6)]
    await aDayLater()
    await uploaded(5)
    await sweep(other)
    expect(await statusOf(again)).toBe(200)
  })

  test('are the only ones that a product can be saved with', async () => {
    const url = `/pictures/${'0'.repeat(32)}-1600.webp`
    expect((await save({ imgUrl1: url })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'imgUrl1', defaultMessage: 'This picture is no longer stored: upload it again' }],
    })
  })
})

test('an admin can store no more pictures than the budget allows; rejected and repeated ones do not count', async () => {
  const limited = await openTestShop({ BUDGET_SCALE: '0.01' })
  const send = (bytes: Buffer) =>
    limited.call('POST', '/api/products/images', { token: limited.adminToken, body: pictureForm(bytes) })
  const statuses: number[] = []
  for (const grey of [1, 1, 2, 3, 4]) statuses.push((await send(png({ width: 4, height: 3, grey }))).status)
  expect(statuses).toEqual([201, 201, 201, 201, 429])
  await limited.close()
})
