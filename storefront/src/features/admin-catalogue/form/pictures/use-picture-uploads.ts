import { useState } from 'react'
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
  pictures: Pictures
  edit: (change: (now: Pictures) => Pictures) => void
}

/** Uploads files one after the other into the empty places. `problems`: which files were not taken, and why. */
export function usePictureUploads({ productId, pictures, edit }: UploadDeps) {
  const api = useApi()
  const endSession = useEndSession()
  const [uploading, setUploading] = useState<string>()
  const [problems, setProblems] = useState<string[]>([])

  /** Resolves to the reason if the file is not taken. */
  async function take(file: File): Promise<string | undefined> {
    if (file.size > maxBytes) return `${file.name}: a picture may have at most 10 MB`
    setUploading(file.name)
    try {
      const { url } = await uploadPicture(api, productId, file)
      edit((now) => withPicture(now, url))
      return undefined
    } catch (error) {
      return endSession(error) ? `${file.name}: not uploaded` : `${file.name}: ${messageOf(error)}`
    }
  }

  async function upload(files: readonly File[]): Promise<void> {
    let room = freePlaces(pictures)
    const found: string[] = []
    setProblems([])
    for (const file of files) {
      const problem = room === 0 ? `${file.name}: ${isFull}` : await take(file)
      if (problem === undefined) room -= 1
      else found.push(problem)
    }
    setUploading(undefined)
    setProblems(found)
  }
  return { uploading, problems, upload }
}
