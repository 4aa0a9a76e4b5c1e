import { clsx } from 'clsx'
import { useId } from 'react'
import { useAnnouncement } from '../../../../lib/atoms/announcement-atoms.ts'
import { Message } from '../../../../ui/feedback/message.tsx'
import * as chooser from '../../../../ui/forms/file-input.module.css'
import type { usePictureUploads } from './use-picture-uploads.ts'
import * as styles from './pictures.module.css'

const acceptedTypes = 'image/png,image/jpeg,image/webp,image/avif'

/** `isOver`: files are above the form, the whole of which takes them. */
export type PictureDropProps = ReturnType<typeof usePictureUploads> & { isOver: boolean }

/** Where files of pictures are chosen, and what becomes of those that were dropped on the form. */
export function PictureDrop({ isOver, pending, problems, upload }: PictureDropProps) {
  const id = useId()
  const [uploading, ...waiting] = pending
  useAnnouncement(uploading === undefined ? '' : `Uploading ${uploading}`)
  return (
    <>
      <div className={clsx(styles['drop'], isOver && styles['over'])}>
        <label className={styles['dropLabel']} htmlFor={id}>
          Drop files here, or choose them
        </label>
        <input
          id={id}
          className={clsx(styles['files'], chooser['file'])}
          type="file"
          multiple
          accept={acceptedTypes}
          aria-describedby={`${id}-hint`}
          onChange={({ target: input }) => {
            void upload([...(input.files ?? [])])
            input.value = ''
          }}
        />
        <p id={`${id}-hint`} className={styles['dropHint']}>
          PNG, JPEG, WebP or AVIF, 10 MB each, four at most. The first is shown on the cards.
        </p>
        <p className={styles['progress']}>
          {uploading !== undefined && `Uploading ${uploading}…`}
          {waiting.length > 0 && ` ${waiting.length} more to upload`}
        </p>
      </div>
      {problems.map((problem) => (
        <Message key={problem} kind="error">
          {problem}
        </Message>
      ))}
    </>
  )
}
