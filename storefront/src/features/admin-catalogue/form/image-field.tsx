import { useState, type ComponentProps } from 'react'
import { imageSource, pictureOf, placeholderImage } from '../../../lib/format/image.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import * as styles from './admin-form.module.css'

type ImageFieldProps = ComponentProps<typeof TextField> & {
  value: string
  /** The id of the stored product. */
  of: string | undefined
}

/** A field for the URL of a picture, with a preview; shows an error if no picture loads from the URL. */
export function ImageField({ value, of, error, ...field }: ImageFieldProps) {
  const [failed, setFailed] = useState<string>()
  const address = pictureOf(value, of)
  const fault = faultOf(value, failed === address)
  return (
    <div className={styles['picture']}>
      <div className={styles['thumbnail']}>
        {value.trim() !== '' && fault === undefined && (
          <img key={address} src={address} alt="" width={96} height={96} onError={() => setFailed(address)} />
        )}
      </div>
      <TextField {...field} value={value} optional error={error ?? fault} />
    </div>
  )
}

function faultOf(value: string, hasFailed: boolean): string | undefined {
  const text = value.trim()
  if (text === '' || text === placeholderImage) return undefined
  if (imageSource(text) === placeholderImage)
    return 'Use an address that begins with https:// or a path on this site, such as /images/…'
  return hasFailed ? 'No picture could be loaded from this address' : undefined
}
