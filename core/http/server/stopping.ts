import type { RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Requests sent before a client notices the shutdown arrive within a round trip of a slow network. */
const usualLingerMs = 300
const idleSweepMs = 50

export type StopPatience = {
  /** The longest that requests in flight may take (default 10 s). */
  graceMs?: number | undefined
  /** How long idle connections stay open for requests in transit (default 300 ms). */
  lingerMs?: number | undefined
}

export type Stoppable = {
  /** Wraps the listener; during the shutdown, every response has `Connection: close`. */
  watched(listener: RequestListener): RequestListener
  /** Accepts no new connections, answers requests in transit, closes idle connections, and cuts off slow ones. */
  stop(patience: StopPatience): Promise<void>
}

/** Lets a server stop under load without losing a client's request. */
export function stoppable(server: Server): Stoppable {
  const responses = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  let isStopping = false
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    watched: (listener) => (request, response) => {
      if (isStopping) announceEnd(response)
      responses.add(response)
      response.once('close', () => responses.delete(response))
      listener(request, response)
    },
    stop(patience) {
      isStopping = true
      for (const response of responses) announceEnd(response)
      return drained(server, patience, () => closeIdle({ server, sockets, responses }))
    },
  }
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

function drained(
  server: Server,
  { graceMs = 10_000, lingerMs = usualLingerMs }: StopPatience,
  sweep: () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const lingersUntil = performance.now() + lingerMs
    // Swept repeatedly, because a connection becomes idle when its last response has been sent.
    const sweeps = setInterval(() => {
      if (performance.now() >= lingersUntil) sweep()
    }, idleSweepMs)
    const end = setTimeout(() => server.closeAllConnections(), graceMs)
    // Not the HTTP server's own `close`, which drops idle connections immediately.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweeps)
      clearTimeout(end)
      // Ends Node's checks for slow clients.
      server.close()
      resolve()
    })
  })
}

type Open = { server: Server; sockets: ReadonlySet<Socket>; responses: ReadonlySet<ServerResponse> }

function closeIdle({ server, sockets, responses }: Open): void {
  // Node counts a connection as busy until its first request, including the spare ones that browsers open.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  // Node counts a connection as idle while the end of its response is still in transit to a slow client.
  const isSending = [...responses].some(({ writableEnded, writableFinished }) => writableEnded && !writableFinished)
  if (!isSending) server.closeIdleConnections()
}
