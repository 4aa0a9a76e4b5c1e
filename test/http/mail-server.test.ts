import { afterEach, expect, test } from 'vitest'
import type { Engines } from '#modules/operations/schema.ts'
import { startSmtpServer } from '#test/support/engines/smtp-server.ts'
import { freePort } from '#test/support/engines/programs.ts'
import { openTestShop, type TestShop } from '#test/support/shop/shop.ts'

let shop: TestShop

afterEach(() => shop.close())

async function mailServerOf({ call, adminToken: token }: TestShop) {
  const { engines }: Engines = (await call('GET', '/api/ops/engines', { token })).body
  return engines.find(({ name }) => name === 'mail server')
}

test('the mail server is one of the engines, and is asked at most every 30 s', async () => {
  const server = await startSmtpServer()
  shop = await openTestShop({ SMTP_URL: server.url })
  expect(await mailServerOf(shop)).toMatchObject({ ok: true, without: expect.stringContaining('mails wait') })
  await mailServerOf(shop)
  expect(server.reached).toMatchObject({ greeting: 1, mail: 0 })
  await server.close()
})

test('a mail server that is unavailable is reported with its remedy, and no process is less ready for it', async () => {
  const url = `smtp://asha:secret@127.0.0.1:${await freePort()}`
  shop = await openTestShop({ SMTP_URL: url })
  const { ok, error } = (await mailServerOf(shop)) ?? {}
  expect(ok).toBe(false)
  expect(error).toMatch(/^The mail server does not answer \(\w+\)\. Check that it runs/)
  expect(error).not.toContain('asha')
  const { status, body } = await shop.call('GET', '/health/ready')
  expect([status, body.status, body.degraded]).toEqual([200, 'ready', []])
})

test('mails that are files need no mail server', async () => {
  shop = await openTestShop()
  expect(await mailServerOf(shop)).toBeUndefined()
})
