import { Rejection } from '#core/domain/errors.ts'
import type { EventStore, NewEvent } from '#core/event-store/event-store.ts'
import { pictureNameIn } from './domain/picture-path.ts'
import type { PictureTables } from './tables.ts'

/** The fields of a product that hold the address of a picture, in the order in which they are shown. */
const pictureFields = ['logoUrl', 'imgUrl1', 'imgUrl2', 'imgUrl3'] as const

/**
 * A store whose appends keep the uploaded pictures that the events name. They are kept before the append: a picture
 * that is kept after a failed append takes space, but a picture that is deleted although a product uses it is lost.
 * Pictures that a product once had are kept for its history.
 */
export function storeKeepingPictures(store: EventStore, pictures: Pick<PictureTables, 'markUsed'>): EventStore {
  return {
    ...store,
    async append(stream, expected, events) {
      const used = events.flatMap(picturesIn)
      if (used.length > 0) requireStored(used, await pictures.markUsed(used.map(({ name }) => name)))
      return store.append(stream, expected, events)
    },
  }
}

type UsedPicture = { field: string; name: string }

function picturesIn({ data }: Pick<NewEvent, 'data'>): UsedPicture[] {
  return pictureFields.flatMap((field) => {
    const url = data[field]
    const name = typeof url === 'string' ? pictureNameIn(url) : undefined
    return name === undefined ? [] : [{ field, name }]
  })
}

/** @throws Rejection naming the fields whose picture is no longer there */
function requireStored(used: readonly UsedPicture[], stored: readonly string[]): void {
  const missing = used.filter(({ name }) => !stored.includes(name))
  if (missing.length === 0) return
  const message = 'This picture is no longer stored: upload it again'
  throw new Rejection('invalid', message, {
    errors: missing.map(({ field }) => ({ field, defaultMessage: message })),
  })
}
