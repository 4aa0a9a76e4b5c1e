import { describe, expect, test } from 'vitest'
import type { Question } from '#core/http/server/in-process.ts'
import { pageFetch } from './page-fetch.ts'

const never = new Promise<Response>(() => {})

describe('the calls of a page', () => {
  test('are answered with 503 once the deadline of the page has passed, whichever of them is slow', async () => {
    const asked: string[] = []
    const ask = ({ path }: Question) => {
      asked.push(path)
      return path === '/api/slow' ? never : Promise.resolve(new Response('quick'))
    }
    const { fetch, hasFailed } = pageFetch(ask, 20)
    expect(await (await fetch('/api/quick')).text()).toBe('quick')
    expect(hasFailed()).toBe(false)
    const late = await fetch('/api/slow')
    expect([late.status, late.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(hasFailed()).toBe(true)
    expect(asked).toEqual(['/api/quick', '/api/slow'])
  })

  test('are not repeated after a failure', async () => {
    let asked = 0
    const ask = () => Promise.resolve(new Response(`failed ${++asked}`, { status: 503 }))
    const { fetch } = pageFetch(ask)
    const search = (text: string) => fetch('/api/products/search', { method: 'PUT', body: JSON.stringify({ text }) })
    for (const _ of [1, 2, 3]) expect(await (await search('gloves')).text()).toBe('failed 1')
    expect(await (await search('masks')).text()).toBe('failed 2')
  })
})
