import { newId } from '#core/domain/ids.ts'
import type { LoginResponse } from '#modules/identity/schema.ts'

/** An answer of the API, with its JSON parsed. */
export type Answer<Body = any> = { status: number; headers: Headers; body: Body; text: string } // oxlint-disable-line typescript/no-explicit-any -- tests look into bodies of every form

export type Call = {
  token?: string | undefined
  headers?: Record<string, string> | undefined
  /** Sent as JSON; a string or a form is sent unchanged. */
  body?: unknown
}

/** Makes one call. */
export type Caller = (method: string, path: string, call?: Call) => Promise<Answer>

/** A client of a shop, which reads its own writes by sending the newest position that it has seen. */
export function apiCaller(url: string): Caller {
  let seen = 0
  return async (method, path, call = {}) => {
    const answer = await withRetries(() =>
      send(method, url + path, { ...call, headers: { ...position(seen), ...call.headers } }),
    )
    seen = Math.max(seen, Number(answer.headers.get('X-Event-Position') ?? 0))
    return answer
  }
}

function position(seen: number): Record<string, string> {
  return seen > 0 ? { 'X-Min-Position': String(seen) } : {}
}

/** Retries when the shop asks it to, as a good client does: projections may lag on a busy machine. */
async function withRetries(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    const isBehind = answer.status === 503 && answer.text.includes('Your last change cannot be shown here yet')
    if (!isBehind || tries === 10) return answer
  }
}

async function send(method: string, url: string, { token, headers, body }: Call): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' || body === undefined || body instanceof FormData ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Creates an account with a unique name through this client. */
export async function signUpWith(call: Caller, prefix = 'buyer'): Promise<LoginResponse> {
  const username = `${prefix}.${newId().slice(-12)}@clinic.in`
  const form = { username, password: 'a quiet morning in Pune', name: `${prefix} Rao`, mobileNumber: '9820012345' }
  const answer = await call('POST', '/api/auth/signup', { body: form })
  if (answer.status !== 201) throw new Error(`signup failed: ${answer.text}`)
  return answer.body
}
