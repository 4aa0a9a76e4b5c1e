import { clsx } from 'clsx'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { useCollapsed } from './use-collapsed.ts'
import './compact-frame.css'
import * as styles from './console.module.css'

/** The console while its scripts are loading, of the same measures, so that nothing moves when they arrive. */
export function ConsoleSkeleton() {
  const { isCollapsed } = useCollapsed()
  return (
    <div className={styles['console']}>
      {useIsWide() ? (
        <div className={clsx(styles['rail'], isCollapsed && styles['collapsed'])}>
          <Lines count={9} />
        </div>
      ) : (
        <div className={styles['bar']}>
          <Skeleton className={styles['opener']} />
        </div>
      )}
      <div className={styles['screen']}>
        <ScreenSkeleton />
      </div>
    </div>
  )
}

/** A screen of the console while its scripts and data are loading: a heading, a row of filters and a list. */
export function ScreenSkeleton() {
  return (
    <Page className={styles['loading']}>
      <Skeleton shape="title" />
      <Lines count={14} />
    </Page>
  )
}

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => <Skeleton key={index} className={styles['line']} />)
}
