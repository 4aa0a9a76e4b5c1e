import { Button } from '../../../ui/button.tsx'
import * as styles from '../events/events-screen.module.css'

/** Whether new events appear by themselves, with a way to pause them. */
export function LiveSwitch({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  return (
    <div className={styles['live']}>
      <span className={styles['pulse']} data-on={isLive || undefined} aria-hidden />
      <span>{isLive ? 'Live' : 'Paused'}</span>
      <Button look="quiet" onClick={() => onChange(!isLive)}>
        {isLive ? 'Pause' : 'Resume'}
      </Button>
    </div>
  )
}
