import type { RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** A client cannot know at once that the server stops: what it had sent by then arrives within a slow network's round trip. */
const usualLingerMs = 300
const idleSweepMs = 50

export type StopPatience = {
  /** How long what is in flight may take (10 s). */
  graceMs?: number | undefined
  /** How long connections that idle stay open for requests that are on their way (300 ms). */
  lingerMs?: number | undefined
}

export type Stoppable = {
  /** The same listener; while stopping, every answer says `Connection: close`. */
  watched(listener: RequestListener): RequestListener
  /** Takes no new connection, answers what is on its way, closes what idles, and cuts off what takes too long. */
  stop(patience: StopPatience): Promise<void>
}

/** Lets a server stop under load without a client losing what it asked for. */
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
    // A connection whose last answer has just gone out is idle from then on.
    const sweeps = setInterval(() => {
      if (performance.now() >= lingersUntil) sweep()
    }, idleSweepMs)
    const end = setTimeout(() => server.closeAllConnections(), graceMs)
    // Not by the server's own `close`, which cuts idle connections off at once.
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
  // Node waits for the first request of a connection as if it had begun, so that browsers' spare ones would seem busy.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  // And it takes a connection for idle while the end of its answer is still on the way to a slow client.
  const isSending = [...responses].some(({ writableEnded, writableFinished }) => writableEnded && !writableFinished)
  if (!isSending) server.closeIdleConnections()
}
