import { CopyButton } from './copy-button.tsx'
import * as styles from './short-id.module.css'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const isLong = new RegExp(`^${uuid.source}$`, 'i')

/** The text with a UUID in it shortened to the last characters. */
export function shortened(text: string): string {
  return text.replace(uuid, (id) => `…${id.slice(-8)}`)
}

/** A text, unchanged unless it is a UUID: then its last characters, which differ most, with a button to copy it. */
export function ShortId({ text, of }: { text: string; of: string }) {
  if (!isLong.test(text)) return text
  return (
    <span className={styles['id']}>
      <code title={text}>{shortened(text)}</code>
      <CopyButton text={text} of={of} />
    </span>
  )
}
