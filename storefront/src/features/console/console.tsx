import { useCallback, useState, type ReactNode } from 'react'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { PlacesButton } from './drawer.tsx'
import { usePaletteKey } from './palette/use-palette-key.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import { Rail } from './rail.tsx'
import './compact-frame.css'
import * as styles from './console.module.css'

const Palette = lazyPart(() => import('./palette/palette.tsx').then((module) => module.Palette))

/** The frame of an admin's screens, inside the shop's main area: a side rail, or a drawer on a narrow screen. */
export function Console({ children }: { children: ReactNode }) {
  const isWide = useIsWide()
  const [isFinding, setFinding] = useState(false)
  const find = useCallback(() => setFinding(true), [])
  usePaletteKey(find)
  return (
    <div className={styles['console']}>
      {isWide ? (
        <Rail onFind={find} />
      ) : (
        <div className={styles['bar']}>
          <PlacesButton />
          <PaletteButton onFind={find} />
        </div>
      )}
      <div className={styles['screen']}>{children}</div>
      {isFinding && <Palette onClose={() => setFinding(false)} />}
    </div>
  )
}
