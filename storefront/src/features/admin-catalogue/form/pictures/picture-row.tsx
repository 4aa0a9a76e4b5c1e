import { clsx } from 'clsx'
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { useState, type ComponentProps, type DragEvent } from 'react'
import { imageSource, pictureOf, placeholderImage } from '../../../../lib/format/image.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import * as styles from './pictures.module.css'

type PictureRowProps = ComponentProps<typeof TextField> & {
  value: string
  /** The field of its alternative text. */
  alternative: ComponentProps<typeof TextField> & { value: string }
  /** Its place, from 0, and that of the last picture. */
  index: number
  last: number
  /** The id of the stored product. */
  of: string | undefined
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

/** The type under which a dragged picture carries its place, so that it is not confused with a dropped file. */
const dragType = 'application/x-shop-picture'

/** One picture of a product: its address, a preview, and its place, which is changed by dragging or with the buttons. */
export function PictureRow({
  value,
  alternative,
  index,
  last,
  of,
  error,
  onMove,
  onRemove,
  ...field
}: PictureRowProps) {
  const [failed, setFailed] = useState<string>()
  const address = pictureOf(value, of)
  const fault = faultOf(value, failed === address)
  const isShown = value.trim() !== '' && fault === undefined
  const { isTarget, ...target } = useDropTarget(index, onMove)
  return (
    <li className={clsx(styles['picture'], isTarget && styles['target'])} {...target}>
      <div
        className={styles['thumbnail']}
        draggable={isShown}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(dragType, String(index))
          dataTransfer.effectAllowed = 'move'
        }}
      >
        {isShown && (
          <img
            key={address}
            src={address}
            alt=""
            width={96}
            height={96}
            draggable={false}
            onError={() => setFailed(address)}
          />
        )}
      </div>
      <div className={styles['texts']}>
        <TextField {...field} value={value} optional error={error ?? fault} />
        {(value.trim() !== '' || alternative.value !== '') && <TextField {...alternative} optional maxLength={250} />}
      </div>
      <PlaceButtons index={index} last={last} isEmpty={value.trim() === ''} onMove={onMove} onRemove={onRemove} />
    </li>
  )
}

type PlaceButtonsProps = Pick<PictureRowProps, 'index' | 'last' | 'onMove' | 'onRemove'> & { isEmpty: boolean }

function PlaceButtons({ index, last, isEmpty, onMove, onRemove }: PlaceButtonsProps) {
  const which = `the picture at position ${index + 1}`
  return (
    <div className={styles['place']}>
      <IconButton label={`Move ${which} up`} disabled={isEmpty || index === 0} onClick={() => onMove(index, index - 1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton
        label={`Move ${which} down`}
        disabled={isEmpty || index >= last}
        onClick={() => onMove(index, index + 1)}
      >
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton label={`Remove ${which}`} danger disabled={isEmpty} onClick={() => onRemove(index)}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

const isPicture = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragType)

function useDropTarget(index: number, onMove: PictureRowProps['onMove']) {
  const [isTarget, setIsTarget] = useState(false)
  return {
    isTarget,
    onDragOver: (event: DragEvent) => {
      if (!isPicture(event)) return
      event.preventDefault()
      setIsTarget(true)
    },
    onDragLeave: () => setIsTarget(false),
    onDrop: (event: DragEvent) => {
      setIsTarget(false)
      if (!isPicture(event)) return
      event.preventDefault()
      onMove(Number(event.dataTransfer.getData(dragType)), index)
    },
  }
}

function faultOf(value: string, hasFailed: boolean): string | undefined {
  const text = value.trim()
  if (text === '' || text === placeholderImage) return undefined
  if (imageSource(text) === placeholderImage)
    return 'Use an address that begins with https:// or a path on this site, such as /images/…'
  return hasFailed ? 'No picture could be loaded from this address' : undefined
}
