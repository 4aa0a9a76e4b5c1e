import type { IncomingMessage } from 'node:http'
import type { Receiver, Reply } from '../routing/route.ts'
import { digestOf } from './throttle.ts'

/** Calls `onSend` for a response to a request over the network; requests of this process have no address. */
export function noteSent(
  { onSend }: Pick<Reply, 'onSend'>,
  request: Pick<IncomingMessage, 'headers'>,
  clientAddress: string,
): void {
  if (onSend !== undefined && clientAddress !== '') onSend(receiverOf(request, clientAddress))
}

function receiverOf({ headers }: Pick<IncomingMessage, 'headers'>, clientAddress: string): Receiver {
  const { authorization, 'user-agent': browser = '' } = headers
  return { session: digestOf(authorization ?? `${clientAddress} ${browser}`), clientAddress }
}
