import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { HttpResponse } from '../responses/http-response.ts'

const StoredResponse = Compile(
  Type.Object({
    status: Type.Integer(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Union([Type.String(), Type.Null()]),
  }),
)

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM over a whole response, bound to the row that stores it. */
export function responseCipher(bytes: Uint8Array) {
  // Passing raw bytes would create a key object on every use, which takes three times as long as encrypting.
  const key = createSecretKey(bytes)
  return {
    close({ status, headers, body }: HttpResponse, scope: Buffer): Buffer {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(scope)
      const text = JSON.stringify({ status, headers, body: body?.toString('utf8') ?? null })
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },

    /** `undefined` if it was not encrypted with this key for this row. */
    open(sealed: Buffer, scope: Buffer): HttpResponse | undefined {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
        decipher.setAAD(scope).setAuthTag(sealed.subarray(-tagBytes))
        const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
        const response = StoredResponse.Parse(JSON.parse(text.toString('utf8')))
        return { ...response, body: response.body === null ? undefined : Buffer.from(response.body) }
      } catch {
        return undefined
      }
    },
  }
}
