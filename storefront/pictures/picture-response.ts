import type { HttpResponse } from '#core/http/responses/http-response.ts'

/** The response with a drawing. */
export function svgResponse(svg: string): HttpResponse {
  return {
    status: 200,
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-cache' },
    body: Buffer.from(svg),
  }
}

/** Lets browsers keep a picture for an hour, like the drawings that are files (files.ts). */
export function lasting(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, 'Cache-Control': 'public, max-age=3600' } }
}
