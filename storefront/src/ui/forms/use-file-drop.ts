import { useEffect, useState, type DragEvent } from 'react'

const holdsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/**
 * Handlers of an area on which files from outside the browser are dropped. `isOver`: they are above it now. While the
 * area is shown, a file that misses it does not replace the page.
 */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  useEffect(refuseMissedFiles, [])
  return {
    isOver,
    target: {
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isInside) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        if (!holdsFiles(event)) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}

function refuse(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !holdsFiles(event)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** Returns what ends it. */
function refuseMissedFiles(): () => void {
  const refusing = new AbortController()
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse, { signal: refusing.signal })
  return () => refusing.abort()
}
