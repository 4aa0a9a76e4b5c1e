import { useState, type DragEvent } from 'react'

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Handlers of an area on which files from outside the browser are dropped. `isOver`: they are above it now. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    target: {
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        if (!holdsFiles(event)) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
