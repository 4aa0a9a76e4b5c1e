import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { OperatorError } from '../../domain/errors.ts'
import { codeOf } from '../../process/system-error.ts'

/** The address that a server listens on, and the variable that sets it. Port 0 means any free port. */
export type Address = { port: number; host: string; variable?: 'PORT' | 'HEALTH_PORT' | undefined }

/** Makes a server listen; resolves to the port. @throws OperatorError naming it if it is taken or not permitted */
export function openPort(server: Server, address: Address): Promise<number> {
  const { port, host } = address
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portProblem(error, address)))
    server.listen({ port, host }, () => {
      server.removeAllListeners('error')
      resolve(portOf(server))
    })
  })
}

/** Checks that a server could listen there, so that start-up fails early. @throws as `openPort` */
export async function assertPortIsFree(address: Address): Promise<void> {
  const server = createServer()
  await openPort(server, address)
  server.close()
  await once(server, 'close')
}

function portProblem(error: Error, { port, host, variable = 'PORT' }: Address): Error {
  const remedies: Record<string, [string, string]> = {
    EADDRINUSE: [
      `port ${port} on ${host} is taken by another program`,
      `Stop that program, which may be this shop, or set ${variable} to a free port.`,
    ],
    EACCES: [`port ${port} on ${host} needs rights that this user lacks`, `Set ${variable} to a port above 1023.`],
    EADDRNOTAVAIL: [`this machine has no address ${host}`, 'Set HOST to one of its addresses, such as 127.0.0.1.'],
    ENOTFOUND: [`the host ${host} is unknown`, 'Set HOST to an address of this machine, such as 127.0.0.1.'],
  }
  const found = remedies[codeOf(error)]
  return found === undefined ? error : new OperatorError(found[0], found[1], { cause: error })
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port')
  return address.port
}
