import { clsx } from 'clsx'
import styles from './skeleton.module.css'

type SkeletonProps = { shape?: 'line' | 'title' | 'block'; short?: boolean; className?: string | undefined }

/** A grey placeholder, roughly the size of the content that is loading. */
export function Skeleton({ shape = 'line', short, className }: SkeletonProps) {
  return <span aria-hidden className={clsx(styles['skeleton'], styles[shape], short && styles['short'], className)} />
}
