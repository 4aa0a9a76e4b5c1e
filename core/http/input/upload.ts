import type { IncomingMessage } from 'node:http'
import { Rejection } from '../../domain/errors.ts'
import { collectBody, maxBodyBytes, requireUncompressed } from './body.ts'

/** A file that a call takes as `multipart/form-data`, instead of a JSON body. */
export type UploadRule = {
  /** The name of its field. */
  field: string
  maxBytes: number
  description?: string
}

/** The bytes of a multipart body around the file. */
const framingBytes = 65_536

/** The largest upload that any call may take. */
export const maxUploadBytes = 10 * 1_048_576

/** A larger body is read and discarded up to this size, so that a client that is still sending receives the refusal. */
const maxDiscardedBytes = 4 * maxUploadBytes

/** Whether a client that waits for `100 Continue` may send its body. */
export function maySendBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const announced = Number(headers['content-length'] ?? 0)
  return announced <= (isMultipart(headers['content-type']) ? maxUploadBytes + framingBytes : maxBodyBytes)
}

/**
 * Reads the one file of a multipart body.
 * @throws Rejection if there is not exactly one file in the field, or if it is too large
 * @throws ClientGone
 */
export async function readUpload(request: IncomingMessage, rule: UploadRule): Promise<Buffer> {
  const { headers } = request
  requireUncompressed(headers['content-encoding'])
  const type = headers['content-type']
  if (!isMultipart(type))
    throw new Rejection('unsupported-media-type', `Send the file as multipart/form-data, in the field ${rule.field}`)
  const announced = Number(headers['content-length'] ?? 0)
  const keep = rule.maxBytes + framingBytes
  if (announced > (headers.expect === undefined ? maxDiscardedBytes : keep)) throw tooLarge(rule)
  const body = await collectBody(request, { keep, discard: maxDiscardedBytes })
  if (body === undefined) throw tooLarge(rule)
  return fileIn(await parse(body, type, rule), rule)
}

function isMultipart(type: string | undefined): type is string {
  return type !== undefined && /^multipart\/form-data\s*;/i.test(type)
}

async function parse(body: Buffer, type: string, rule: UploadRule): Promise<FormData> {
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the body is in memory, of limited size, and an ADMIN's
    return await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw notOneFile(rule)
  }
}

async function fileIn(form: FormData, rule: UploadRule): Promise<Buffer> {
  const [file, ...others] = form.getAll(rule.field)
  if (!(file instanceof Blob) || others.length > 0) throw notOneFile(rule)
  if (file.size > rule.maxBytes) throw tooLarge(rule)
  return Buffer.from(await file.arrayBuffer())
}

function notOneFile({ field }: UploadRule): Rejection {
  const message = `Send exactly one file, as multipart/form-data in the field ${field}`
  return new Rejection('invalid', message, { errors: [{ field, defaultMessage: message }] })
}

function tooLarge({ maxBytes }: UploadRule): Rejection {
  return new Rejection('too-large', `The file must have at most ${maxBytes / 1_048_576} MB`)
}
