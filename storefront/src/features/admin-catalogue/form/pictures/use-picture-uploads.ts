import { useRef, useState } from 'react'
import { useEndSession } from '../../../../entities/session/use-end-session.ts'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { uploadPicture } from '../../../../lib/api/managed-products.ts'
import { useApi } from '../../../../lib/api/use-services.ts'
import { freePlaces, withPicture, type Pictures } from './picture-order.ts'

/** The limit of the API, checked before a file is sent. */
const maxBytes = 10 * 1_048_576

const isFull = 'a product has at most four pictures; remove one first'

type UploadDeps = {
  /** The stored product; undefined for a new one. */
  productId: string | undefined
  now: () => Pictures
  edit: (change: (now: Pictures) => Pictures) => void
}

/**
 * Uploads files one after the other into the empty places; files that come during an upload wait for their turn.
 * `pending`: the names of those that are not uploaded yet, that of the current one first. `problems`: which files were
 * not taken, and why.
 */
export function usePictureUploads({ productId, now, edit }: UploadDeps) {
  const api = useApi()
  const endSession = useEndSession()
  const queue = useRef<File[]>([])
  const [pending, setPending] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])

  /** Resolves to the reason if the file is not taken. */
  async function take(file: File): Promise<string | undefined> {
    if (freePlaces(now()) === 0) return `${file.name}: ${isFull}`
    if (file.size > maxBytes) return `${file.name}: a picture may have at most 10 MB`
    try {
      const { url } = await uploadPicture(api, productId, file)
      if (freePlaces(now()) === 0) return `${file.name}: ${isFull}`
      edit((pictures) => withPicture(pictures, url))
      return undefined
    } catch (error) {
      return endSession(error) ? `${file.name}: not uploaded` : `${file.name}: ${messageOf(error)}`
    }
  }

  async function upload(files: readonly File[]): Promise<void> {
    const isRunning = queue.current.length > 0
    queue.current = [...queue.current, ...files]
    setPending(queue.current.map(({ name }) => name))
    if (isRunning) return
    setProblems([])
    for (let file = queue.current[0]; file; file = queue.current[0]) {
      const problem = await take(file)
      if (problem !== undefined) setProblems((found) => [...found.filter((one) => one !== problem), problem])
      queue.current = queue.current.slice(1)
      setPending(queue.current.map(({ name }) => name))
    }
  }
  return { pending, problems, upload }
}
