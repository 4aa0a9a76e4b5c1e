import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type Koa from 'koa'
import type { NewId } from '../../domain/ids.ts'
import { problemResponse } from '../responses/http-response.ts'
import type { ResourceRouters } from '../routing/resource-routers.ts'
import type { HttpContext, HttpState } from './send.ts'

/** A call of the API from inside its own process, as a guest. */
export type Question = { method: string; path: string; body?: string | undefined }

/** Responds as the API does over the network, errors included, but without a connection, a session or a log line. */
export type Ask = (question: Question) => Promise<Response>

/** The API for callers in the same process, such as server-side rendering. */
export function inProcess(app: Koa<HttpState>, routers: ResourceRouters, newId: NewId): Ask {
  const handle = routers.routes()
  return async (question) => {
    const message = messageOf(question)
    const ctx = app.createContext(message, new ServerResponse(message))
    ctx.state.requestId = newId()
    try {
      await handle(ctx, () => Promise.resolve())
      return new Response(bytesOf(ctx.body), { status: ctx.status, headers: headersOf(ctx) })
    } catch (error) {
      const { status, headers, body } = problemResponse(error, ctx.state.requestId)
      return new Response(bytesOf(body), { status, headers })
    }
  }
}

function messageOf({ method, path, body }: Question): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  message.method = method
  message.url = path
  message.headers = { host: 'localhost' }
  if (body !== undefined) {
    message.headers['content-type'] = 'application/json'
    message.headers['content-length'] = String(Buffer.byteLength(body))
    message.push(body)
  }
  message.push(null)
  return message
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> | null {
  return body instanceof Uint8Array ? new Uint8Array(body) : null
}

function headersOf({ response }: HttpContext): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
  return headers
}
