import { problemResponse } from '#core/http/responses/http-response.ts'
import { readDeadlineMs, withinDeadline } from '#core/http/responses/deadline.ts'
import type { Ask, Question } from '#core/http/server/in-process.ts'

/** In-process calls of the API for one page, in the shape of `fetch` for the pages' client. */
export type PageFetch = {
  fetch: typeof fetch
  /** Whether any call so far was answered with a 5xx status. */
  hasFailed: () => boolean
}

/**
 * All calls of a page share one deadline: what has not been answered by then is answered with 503, and the page shows
 * what it has. A call that has failed is not tried again, because the visitor can do that.
 */
export function pageFetch(ask: Ask, deadlineMs = readDeadlineMs): PageFetch {
  const endsAt = performance.now() + deadlineMs
  const failed = new Map<string, Response>()

  async function responseTo(question: Question): Promise<Response> {
    try {
      return await withinDeadline(ask(question), Math.max(0, endsAt - performance.now()))
    } catch (error) {
      const { status, headers, body } = problemResponse(error, '')
      return new Response(body === undefined ? null : new Uint8Array(body), { status, headers })
    }
  }

  return {
    async fetch(address, { method = 'GET', body } = {}) {
      const question = { method, path: pathOf(address), body: typeof body === 'string' ? body : undefined }
      const key = JSON.stringify(question)
      const response = failed.get(key) ?? (await responseTo(question))
      if (response.status < 500) return response
      failed.set(key, response)
      return response.clone()
    },
    hasFailed: () => failed.size > 0,
  }
}

function pathOf(address: Parameters<typeof fetch>[0]): string {
  return address instanceof Request ? address.url : address.toString()
}
