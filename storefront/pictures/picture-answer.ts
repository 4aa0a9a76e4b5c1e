import type { Answer } from '#core/http/responses/answer.ts'

/** The response with a drawing. */
export function svgAnswer(svg: string): Answer {
  return {
    status: 200,
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-cache' },
    body: Buffer.from(svg),
  }
}

/** Lets browsers keep a picture for an hour, like the drawings that are files (files.ts). */
export function lasting(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'public, max-age=3600' } }
}
