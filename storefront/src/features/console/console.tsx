import type { ReactNode } from 'react'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { PlacesButton } from './drawer.tsx'
import { Rail } from './rail.tsx'
import './compact-frame.css'
import * as styles from './console.module.css'

/** The frame of an admin's screens, inside the shop's main area: a side rail, or a drawer on a narrow screen. */
export function Console({ children }: { children: ReactNode }) {
  const isWide = useIsWide()
  return (
    <div className={styles['console']}>
      {isWide ? <Rail /> : <PlacesButton />}
      <div className={styles['screen']}>{children}</div>
    </div>
  )
}
