import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The stages of the dialogue that can fail; `accepted` is after the message is stored, before the client is answered. */
export type SmtpStage = 'greeting' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'message' | 'accepted'

/** A reply line such as `451 try later`, no answer, or a dropped connection. */
export type SmtpFault = `${4 | 5}${string}` | 'stall' | 'drop'

export type ReceivedMail = {
  from: string
  to: string
  raw: string
  messageId: string
  subject: string
  /** When it was stored, by `performance.now()`. */
  at: number
}

/** A mail server with faults on demand. */
export type SmtpServer = {
  url: string
  /** The mails it has stored, even if the client got no answer. */
  received: ReceivedMail[]
  /** The number of times that clients have reached each stage. */
  reached: Record<SmtpStage, number>
  /** Sets the fault at a stage; `undefined` clears it. */
  fault(stage: SmtpStage, fault: SmtpFault | undefined): void
  /** Leaves mails to this domain unanswered from now on. */
  stallFor(domain: string): void
  close(): Promise<void>
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const faults = new Map<SmtpStage, SmtpFault>()
  const stalling = new Set<string>()
  const received: ReceivedMail[] = []
  const reached = { greeting: 0, ehlo: 0, auth: 0, mail: 0, rcpt: 0, data: 0, message: 0, accepted: 0 }
  const sockets = new Set<Socket>()
  const answers = (to: string) => !stalling.has(to.slice(to.indexOf('@') + 1))
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const say: Say = (stage, reply) => {
      reached[stage] += 1
      const fault = faults.get(stage)
      const line = fault ?? reply
      if (line === 'drop') socket.destroy()
      else if (line !== 'stall' && line !== '') socket.write(`${line}\r\n`)
      return fault === undefined
    }
    converse(socket, { say, answers, deliver: (mail) => received.push(mail) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${addressOf(server.address()).port}`,
    received,
    reached,
    fault(stage, fault) {
      if (fault === undefined) faults.delete(stage)
      else faults.set(stage, fault)
    },
    stallFor: (domain) => void stalling.add(domain),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sends the reply, or applies the fault of this stage; returns false on a fault. */
type Say = (stage: SmtpStage, reply: string) => boolean

type Manners = { say: Say; answers: (to: string) => boolean; deliver: (mail: ReceivedMail) => void }

function converse(socket: Socket, { say, answers, deliver }: Manners): void {
  let pending = ''
  let isBody = false
  let envelope = { from: '', to: '' }

  const verbs: Record<string, (address: string) => void> = {
    EHLO: () => say('ehlo', '250-test.invalid\r\n250 AUTH PLAIN'),
    AUTH: () => say('auth', '235 welcome'),
    MAIL(from) {
      if (say('mail', '250 fine')) envelope = { from, to: '' }
    },
    RCPT(to) {
      if (!answers(to)) return
      if (say('rcpt', '250 fine')) envelope.to = to
    },
    DATA() {
      isBody = say('data', '354 go ahead')
    },
    QUIT: () => socket.end('221 bye\r\n'),
  }

  function command(line: string): void {
    const answer = verbs[line.slice(0, 4).toUpperCase()]
    if (answer === undefined) socket.write('502 not here\r\n')
    else answer(/<(.*?)>/.exec(line)?.[1] ?? '')
  }

  function body(raw: string): void {
    isBody = false
    if (!say('message', '')) return
    deliver({
      ...envelope,
      raw,
      messageId: header(raw, 'Message-ID'),
      subject: header(raw, 'Subject'),
      at: performance.now(),
    })
    say('accepted', '250 taken')
  }

  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    pending += chunk
    for (;;) {
      const end = isBody ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n')
      if (end < 0) return
      const text = pending.slice(0, end)
      pending = pending.slice(end + (isBody ? 5 : 2))
      if (isBody) body(text)
      else command(text)
    }
  })
  say('greeting', '220 test.invalid ESMTP')
}

/** A header of a raw message, unfolded but still encoded; '' where there is none. */
export function header(raw: string, name: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port')
  return address
}
