import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

const Span = Type.Object({
  traceId: Type.String(),
  spanId: Type.String(),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
})
export type CollectedSpan = Static<typeof Span>

const Export = Type.Object({
  resourceSpans: Type.Array(Type.Object({ scopeSpans: Type.Array(Type.Object({ spans: Type.Array(Span) })) })),
})

/** A minimal OpenTelemetry collector, which receives spans over HTTP. */
export async function openTraceCollector() {
  const spans: CollectedSpan[] = []
  const take = async (request: IncomingMessage) => {
    const { resourceSpans } = Value.Parse(Export, JSON.parse(await textOf(request)))
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  }
  const server = createServer((request, response) => {
    void take(request).finally(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The spans of one trace received so far. */
    trace: (traceId: string) => spans.filter((span) => span.traceId === traceId),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
