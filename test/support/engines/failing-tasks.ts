import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A proxy in front of Meilisearch that accepts some changes and then reports them as failed, as on a full disk. */
export type FailingTasks = {
  url: string
  /** Accepts the next `batches` batches of documents, and reports them as failed. */
  fail(batches: number): void
  close(): Promise<void>
}

const task = { uid: 999_999, taskUid: 999_999, type: 'documentAdditionOrUpdate' }
const error = { code: 'internal', message: 'No space left on device', type: 'internal', link: '' }

export async function openFailingTasks(meiliUrl: string): Promise<FailingTasks> {
  let left = 0

  function faked(method: string, url: string): object | undefined {
    if (url === `/tasks/${task.uid}`) return { ...task, status: 'failed', error }
    if (left === 0 || method !== 'POST' || !url.includes('/documents')) return undefined
    left -= 1
    return { ...task, status: 'enqueued' }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await request.reduce<Buffer>((all, chunk: Buffer) => Buffer.concat([all, chunk]), Buffer.alloc(0))
    const { method = 'GET', url = '/', headers } = request
    const fake = faked(method, url)
    if (fake !== undefined) return void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(fake))
    const sent = { 'Content-Type': headers['content-type'] ?? '', Authorization: headers.authorization ?? '' }
    const answer = await fetch(new URL(url, meiliUrl), { method, headers: sent, ...(body.length > 0 && { body }) })
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    response.end(await answer.text())
  }

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    fail: (batches) => void (left = batches),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
