import pLimit from 'p-limit'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { picturePath } from './domain/picture-path.ts'
import { encodePicture, type EncodedPicture } from './encode-picture.ts'
import type { UploadedPicture } from '../schema.ts'
import type { PictureTables } from './tables.ts'

export type PictureStoreDeps = {
  pictures: Pick<PictureTables, 'insert'>
  budgets: Pick<Budgets, 'take'>
  /** Whether the database's disk has room for pictures. */
  hasRoom: () => boolean
}

export type StoredPicture = UploadedPicture & { isNew: boolean }

/** Encodes and stores a picture for an account. @throws Rejection if it is no picture, or too many were stored */
type StorePicture = (original: Buffer, accountId: string) => Promise<StoredPicture>

export type PictureStore = { upload: StorePicture; storeFetched: StorePicture }

const uploads: Budget = { name: 'pictures', points: 300, durationSeconds: 3_600, noun: 'pictures' }
const fetched: Budget = { name: 'fetched-pictures', points: 5_000, durationSeconds: 3_600, noun: 'pictures' }

/** The most uploads in progress in a process, one of which is encoded: each holds its file in memory. */
const maxWaiting = 8

/** Stores what admins upload and what imports fetch. A process encodes one picture at a time. */
export function pictureStore({ pictures, budgets, hasRoom }: PictureStoreDeps): PictureStore {
  const encodings = pLimit(1)

  const storeWithin =
    (budget: Budget): StorePicture =>
    async (original, accountId) => {
      if (!hasRoom()) throw new EngineUnavailable('the disk', { advice: diskIsFull })
      const taken = await budgets.take([{ budget, key: accountId }])
      try {
        const picture = await encodings(encodePicture, original)
        const isNew = await pictures.insert(picture)
        // A picture that is already stored takes no further space.
        if (!isNew) taken.refund()
        return { ...presentPicture(picture), isNew }
      } catch (error) {
        taken.refund()
        throw error
      }
    }
  return { upload: refusingMoreThan(maxWaiting, storeWithin(uploads)), storeFetched: storeWithin(fetched) }
}

const diskIsFull = 'The disk of the shop is almost full: no picture can be stored'

/** The form that suits cards and galleries; the lightbox takes the largest. */
const shownSize = 800

function presentPicture({ name, files }: EncodedPicture): UploadedPicture {
  const file = files.find(({ size }) => size === shownSize)
  if (file === undefined) throw new TypeError('an encoded picture lacks a size')
  return { url: picturePath({ name, size: shownSize }), width: file.width, height: file.height }
}

/** @throws Rejection while so many calls have not ended */
function refusingMoreThan(most: number, store: StorePicture): StorePicture {
  const limit = pLimit(most)
  return async (original, accountId) => {
    if (limit.activeCount >= most) throw new Rejection('too-many-requests', tooMany, { retryAfterSeconds: 5 })
    return limit(store, original, accountId)
  }
}

const tooMany = 'Many pictures are being uploaded. Please try again in a moment.'
