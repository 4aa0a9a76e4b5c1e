import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between the shop and an engine that simulates network failures. */
export type TcpProxy = {
  /** The engine's URL through the proxy. */
  url: string
  /** Drops the next answer of the engine, and its connection. */
  loseNextReply(): void
  /** Silences open connections both ways without closing them; with `forGood`, later ones too. */
  silence(forGood?: 'forGood'): void
  /** Holds back everything, in new connections too, until `thaw`, which delivers it: the engine is suspended. */
  freeze(): void
  thaw(): void
  /**
   * Holds back the next request that contains `text` until the function is called to which this resolves; to
   * `undefined` if `signal` aborts before there is one.
   */
  holdNext(text: string, signal: AbortSignal): Promise<(() => void) | undefined>
  /** Resets every connection; new ones are served. */
  cut(): void
  /** Refuses new connections from now on. */
  refuse(): void
  /** Cuts every connection; later ones to the same address lead to another engine. */
  divert(engineUrl: string): void
  close(): Promise<void>
}

export async function openTcpProxy(engineUrl: string): Promise<TcpProxy> {
  let engine = new URL(engineUrl)
  const pairs = new Set<{ sockets: [Socket, Socket]; isSilent: boolean; isHeld: boolean }>()
  let losesReply = false
  let isSilentForGood = false
  let isFrozen = false
  let awaited: { text: string; hold: (deliver: () => void) => void } | undefined

  function cut(): void {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
  }

  function hold(): void {
    for (const { sockets } of pairs) for (const socket of sockets) socket.pause()
  }

  const server = createServer((client) => {
    const upstream = connect(Number(engine.port), engine.hostname)
    const pair = { sockets: [client, upstream] satisfies [Socket, Socket], isSilent: isSilentForGood, isHeld: false }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair.sockets) socket.destroy()
    }
    client.on('data', (bytes) => {
      if (pair.isSilent) return
      if (awaited === undefined || !bytes.includes(awaited.text)) {
        upstream.write(bytes)
        return
      }
      // The rest of a long request must not overtake its beginning.
      pair.isHeld = true
      client.pause()
      awaited.hold(() => {
        pair.isHeld = false
        upstream.write(bytes)
        if (!isFrozen) client.resume()
      })
    })
    upstream.on('data', (bytes) => {
      if (losesReply) {
        losesReply = false
        end()
      } else if (!pair.isSilent) client.write(bytes)
    })
    for (const socket of pair.sockets) socket.on('close', end).on('error', end)
    if (isFrozen) hold()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(engineUrl)
  if (!isLoopback(url)) url.hostname = '127.0.0.1'
  // The folder of a Unix socket would lead past the proxy.
  url.searchParams.delete('host')
  url.port = typeof address === 'object' && address !== null ? String(address.port) : ''
  return {
    url: url.href,
    loseNextReply() {
      losesReply = true
    },
    silence(forGood) {
      isSilentForGood = forGood === 'forGood'
      for (const pair of pairs) pair.isSilent = true
    },
    freeze() {
      isFrozen = true
      hold()
    },
    thaw() {
      isFrozen = false
      for (const { sockets, isHeld } of pairs) for (const socket of isHeld ? sockets.slice(1) : sockets) socket.resume()
    },
    holdNext(text, signal) {
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      const own = { text, hold: end }
      function end(deliver?: () => void): void {
        if (awaited === own) awaited = undefined
        resolve(deliver)
      }
      if (signal.aborted) end()
      else awaited = own
      signal.addEventListener('abort', () => end(), { once: true })
      return promise
    },
    cut,
    refuse: () => server.close(),
    divert(to) {
      engine = new URL(to)
      cut()
    },
    async close() {
      cut()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

/** Any other host name is kept, as a certificate may be valid for that name alone. */
function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1'].includes(hostname)
}
