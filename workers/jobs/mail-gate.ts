import { LRUCache } from 'lru-cache'

/** A permitted attempt to send. */
export type Passage = {
  /** `answered`: the mail server accepted or refused the mail. `stalled`: it did not answer in time. */
  end(outcome: 'answered' | 'stalled'): void
}

/**
 * Keeps a mail server that stalls from occupying every worker. Where it stalls for the mails to some domains, one mail
 * at a time probes each of these, and the others continue; where it stalls for several domains in succession, one mail at a
 * time probes the server.
 */
export type MailGate = {
  /** Permits an attempt, if need be after a short wait, or returns after how many ms to ask again. */
  enter(domain: string): Promise<Passage | { waitMs: number }>
}

export type MailGateOptions = {
  /** How many mails to one domain are sent at once: fewer than there are workers. */
  mostPerDomain: number
  /** How long a worker waits for another mail to the same domain before it turns to others. */
  patienceMs: number
  firstPauseMs: number
  longestPauseMs: number
  /** A monotonic clock in ms. */
  now: () => number
}

/** Stalls of this many domains without an answer in between mean that the server as a whole stalls. */
const domainsOfAStalledServer = 2

const mostDomains = 1_000

/** The pause while another mail to the same domain, or the probe, is under way. */
const turnMs = 1_000

/** What is known of a domain or of the whole server. */
type Line = {
  stalls: number
  inFlight: number
  retryAt: number
  /** A worker has waited in vain since the last answer: no other waits. */
  isSlow: boolean
  /** Called when an attempt ends. */
  waiting: Set<() => void>
}

export function createMailGate(options: MailGateOptions): MailGate {
  const { mostPerDomain, now } = options
  const domains = new LRUCache<string, Line>({ max: mostDomains })
  const server = newLine()
  const silent = new Set<string>()

  function lineOf(domain: string): Line {
    const line = domains.get(domain) ?? newLine()
    domains.set(domain, line)
    return line
  }

  function stall(domain: string): void {
    pause(lineOf(domain), options)
    silent.add(domain)
    if (silent.size >= domainsOfAStalledServer) pause(server, options)
  }

  function recover(domain: string): void {
    for (const line of [lineOf(domain), server]) Object.assign(line, { stalls: 0, isSlow: false })
    silent.clear()
  }

  return {
    async enter(domain) {
      const line = lineOf(domain)
      const isFull = () => line.stalls === 0 && line.inFlight >= mostPerDomain
      if (isFull() && !line.isSlow) line.isSlow = !(await hasEnded(line, { isFull, patienceMs: options.patienceMs }))
      const waitMs = Math.max(waitFor(server, Infinity, now()), waitFor(line, mostPerDomain, now()))
      if (waitMs > 0) return { waitMs }
      return passageThrough([line, server], (outcome) => (outcome === 'stalled' ? stall(domain) : recover(domain)))
    },
  }
}

function passageThrough(lines: readonly Line[], learn: (outcome: 'answered' | 'stalled') => void): Passage {
  for (const line of lines) line.inFlight += 1
  return {
    end(outcome) {
      for (const line of lines) line.inFlight -= 1
      learn(outcome)
      for (const line of lines) for (const wake of line.waiting) wake()
    },
  }
}

/** Waits until there is room, at most for the worker's patience; resolves to whether there is. */
async function hasEnded(
  line: Line,
  { isFull, patienceMs }: { isFull: () => boolean; patienceMs: number },
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), patienceMs)
  const wake = () => {
    if (!isFull()) resolve(true)
  }
  line.waiting.add(wake)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    line.waiting.delete(wake)
  }
}

/** After a stall, one attempt at a time, and not before the pause has ended. */
function waitFor({ stalls, inFlight, retryAt }: Line, most: number, now: number): number {
  if (stalls === 0) return inFlight < most ? 0 : turnMs
  return inFlight > 0 ? turnMs : Math.max(0, retryAt - now)
}

function pause(line: Line, { firstPauseMs, longestPauseMs, now }: MailGateOptions): void {
  line.stalls += 1
  line.retryAt = now() + Math.min(firstPauseMs * 2 ** (line.stalls - 1), longestPauseMs)
}

function newLine(): Line {
  return { stalls: 0, inFlight: 0, retryAt: 0, isSlow: false, waiting: new Set() }
}
