import { useLocation } from '@tanstack/react-router'
import { PanelLeft, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useDrawer } from '../../ui/overlays/use-drawer.ts'
import { currentPlace } from './current-place.ts'
import { Places } from './places.tsx'
import * as styles from './console.module.css'

/** On a narrow screen: a button that names the current place, and opens the places in a drawer. */
export function PlacesButton() {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  return (
    <>
      <button
        type="button"
        className={styles['opener']}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <PanelLeft aria-hidden />
        <span className="visually-hidden">Console: </span>
        {currentPlace(pathname)?.label ?? 'Console'}
      </button>
      {isOpen && <Drawer onClose={() => setOpen(false)} />}
    </>
  )
}

function Drawer({ onClose }: { onClose: () => void }) {
  const { ref, close, onClick } = useDrawer()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- links answer to Enter and the dialog to Escape
    <dialog ref={ref} className={styles['drawer']} aria-label="Console" onClose={onClose} onClick={onClick}>
      <div className={styles['head']}>
        <p>Console</p>
        <IconButton label="Close" onClick={close}>
          <X aria-hidden />
        </IconButton>
      </div>
      <nav aria-label="Admin">
        <Places />
      </nav>
    </dialog>
  )
}
