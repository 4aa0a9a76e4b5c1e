import { clsx } from 'clsx'
import { useId, useState, type DragEvent } from 'react'
import { useAnnouncement } from '../../../../lib/announcement-atoms.ts'
import { Message } from '../../../../ui/feedback/message.tsx'
import type { usePictureUploads } from './use-picture-uploads.ts'
import * as styles from './pictures.module.css'

const acceptedTypes = 'image/png,image/jpeg,image/webp,image/avif'

const filesIn = ({ dataTransfer }: DragEvent): File[] => [...dataTransfer.files]

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** The area where files of pictures are dropped or chosen. */
export function PictureDrop({ uploading, problems, upload }: ReturnType<typeof usePictureUploads>) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  useAnnouncement(uploading === undefined ? '' : `Uploading ${uploading}`)
  const isBusy = uploading !== undefined
  return (
    <>
      <div
        className={clsx(styles['drop'], isOver && styles['over'])}
        onDragOver={(event) => {
          if (!holdsFiles(event)) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          setIsOver(false)
          if (!holdsFiles(event)) return
          event.preventDefault()
          if (!isBusy) void upload(filesIn(event))
        }}
      >
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
          onChange={({ target }) => {
            void upload([...(target.files ?? [])])
            target.value = ''
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
