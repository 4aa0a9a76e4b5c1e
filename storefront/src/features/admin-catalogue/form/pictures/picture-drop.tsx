import { clsx } from 'clsx'
import { useId } from 'react'
import { useAnnouncement } from '../../../../lib/atoms/announcement-atoms.ts'
import { Message } from '../../../../ui/feedback/message.tsx'
import { useFileDrop } from '../../../../ui/forms/use-file-drop.ts'
import type { usePictureUploads } from './use-picture-uploads.ts'
import * as styles from './pictures.module.css'

const acceptedTypes = 'image/png,image/jpeg,image/webp,image/avif'

/** The area where files of pictures are dropped or chosen. */
export function PictureDrop({ uploading, problems, upload }: ReturnType<typeof usePictureUploads>) {
  const id = useId()
  useAnnouncement(uploading === undefined ? '' : `Uploading ${uploading}`)
  const isBusy = uploading !== undefined
  const { isOver, target } = useFileDrop((files) => {
    if (!isBusy) void upload(files)
  })
  return (
    <>
      <div className={clsx(styles['drop'], isOver && styles['over'])} {...target}>
        <label className={styles['dropLabel']} htmlFor={id}>
          {isBusy ? `Uploading ${uploading}…` : 'Drop files here, or choose them'}
        </label>
        <input
          id={id}
          className={styles['files']}
          type="file"
          multiple
          accept={acceptedTypes}
          disabled={isBusy}
          aria-describedby={`${id}-hint`}
          onChange={({ target: input }) => {
            void upload([...(input.files ?? [])])
            input.value = ''
          }}
        />
        <p id={`${id}-hint`} className={styles['dropHint']}>
          PNG, JPEG, WebP or AVIF, 10 MB each, four at most. The first is shown on the cards.
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
