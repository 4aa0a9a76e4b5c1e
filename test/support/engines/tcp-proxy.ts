import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands between the shop and an engine, and does to their connections what networks do. */
export type TcpProxy = {
  /** The engine's URL, by way of the proxy. */
  url: string
  /** The next answer of the engine is lost, and its connection with it. */
  loseNextReply(): void
  /** Connections that are open now go silent both ways, and stay open; with `forGood` the later ones too. */
  silence(forGood?: 'forGood'): void
  /** New connections are refused from now on. */
  refuse(): void
  /** Every connection is cut; later ones lead to another engine at the same address. */
  divert(engineUrl: string): void
  close(): Promise<void>
}

export async function openTcpProxy(engineUrl: string): Promise<TcpProxy> {
  let engine = new URL(engineUrl)
  const pairs = new Set<{ sockets: [Socket, Socket]; isSilent: boolean }>()
  let losesReply = false
  let isSilentForGood = false

  function cut(): void {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
  }

  const server = createServer((client) => {
    const upstream = connect(Number(engine.port), engine.hostname)
    const pair = { sockets: [client, upstream] satisfies [Socket, Socket], isSilent: isSilentForGood }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair.sockets) socket.destroy()
    }
    client.on('data', (bytes) => pair.isSilent || upstream.write(bytes))
    upstream.on('data', (bytes) => {
      if (losesReply) {
        losesReply = false
        end()
      } else if (!pair.isSilent) client.write(bytes)
    })
    for (const socket of pair.sockets) socket.on('close', end).on('error', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(engineUrl)
  if (!isLoopback(url)) url.hostname = '127.0.0.1'
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

/** Where it is a name, a certificate may be for that name alone. */
function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1'].includes(hostname)
}
