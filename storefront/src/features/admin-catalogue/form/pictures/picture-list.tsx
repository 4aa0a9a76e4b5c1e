import { useSetAtom } from 'jotai'
import { useRef, type ComponentProps } from 'react'
import { announcementAtom } from '../../../../lib/atoms/announcement-atoms.ts'
import type { TextField } from '../../../../ui/forms/field.tsx'
import {
  altFields,
  movedPicture,
  pictureFields,
  withoutPicture,
  type AltField,
  type PictureField,
  type Pictures,
} from './picture-order.ts'
import { PictureDrop, type PictureDropProps } from './picture-drop.tsx'
import { PictureRow } from './picture-row.tsx'
import * as styles from './pictures.module.css'

type PictureListProps = {
  /** The id of the stored product. */
  of: string | undefined
  uploads: PictureDropProps
  field: (name: PictureField | AltField) => ComponentProps<typeof TextField> & { value: string }
  edit: (change: (now: Pictures) => Pictures) => void
}

/** The pictures of a product, at most four, in the order in which they are shown. */
export function PictureList({ of, uploads, field, edit }: PictureListProps) {
  const list = useRef<HTMLOListElement>(null)
  const announce = useSetAtom(announcementAtom)
  const last = pictureFields.findLastIndex((name) => field(name).value.trim() !== '')

  function move(from: number, dropped: number) {
    const to = Math.min(dropped, last)
    if (from === to) return
    edit((now) => movedPicture(now, from, to))
    announce(`The picture was moved to position ${to + 1} of ${pictureFields.length}`)
    // The button has another label once the form is rendered.
    requestAnimationFrame(() => focusMoved(list.current, to, to < from ? 'up' : 'down'))
  }
  function remove(index: number) {
    edit((now) => withoutPicture(now, index))
    announce('The picture is removed')
    list.current?.children[index]?.querySelector('input')?.focus()
  }
  return (
    <>
      <PictureDrop {...uploads} />
      <p className={styles['dropHint']}>
        An alternative text says what its picture shows, for people who cannot see it. Without one, the title does.
      </p>
      <ol ref={list} className={styles['pictures']}>
        {pictureFields.map((name, index) => (
          <PictureRow
            key={name}
            {...field(name)}
            alternative={field(altFields[name])}
            index={index}
            last={last}
            of={of}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ol>
    </>
  )
}

/** The focus stays with the picture, so that the same key moves it further. */
function focusMoved(list: HTMLElement | null, place: number, direction: 'up' | 'down'): void {
  const selector = (way: string) => `[aria-label="Move the picture at position ${place + 1} ${way}"]:enabled`
  const same = list?.querySelector<HTMLElement>(selector(direction))
  const back = list?.querySelector<HTMLElement>(selector(direction === 'up' ? 'down' : 'up'))
  const button = same ?? back
  button?.focus()
}
