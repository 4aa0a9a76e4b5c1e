import * as styles from './or-empty.module.css'

/** A value; an absent one reads "(empty)". */
export function OrEmpty({ text }: { text: string | undefined }) {
  if (text === undefined || text === '') return <span className={styles['empty']}>(empty)</span>
  return text
}
