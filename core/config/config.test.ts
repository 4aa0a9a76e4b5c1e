import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { OperatorError } from '../domain/errors.ts'

const secret = 'qV7mT2xN9cB4wL8kR1sD6hF3jG5pZ0yA'
const production = {
  NODE_ENV: 'production',
  JWT_SECRET: secret,
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD: 'correct horse battery',
}

function refusal(env: NodeJS.ProcessEnv): OperatorError {
  try {
    readConfig(env, '/srv/shop')
  } catch (error) {
    if (error instanceof OperatorError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

describe('the configuration', () => {
  test('has a default for every variable', () => {
    expect(readConfig({}, '/srv/shop')).toMatchObject({
      isProduction: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: '/srv/shop/data',
      erasuresFile: '/srv/shop/data/erasures.txt',
      diskReserveMb: 200,
      mailHoldAfterHours: 24,
      mailsPerSecond: 20,
      databaseUrl: undefined,
      smtpUrl: undefined,
      seed: 'demo',
      logLevel: 'info',
      corsOrigins: [],
      pictureHosts: [],
      trustedProxies: 0,
      budgetScale: 1,
      deliveryTimes: { dispatchDays: 2, deliveryDays: { from: 3, to: 7 } },
    })
  })

  test('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', JWT_SECRET: '' }, '/srv/shop')).toEqual(
      readConfig({}, '/srv/shop'),
    )
  })

  test('reads every variable', () => {
    const config = readConfig(
      {
        ...production,
        PORT: '8080',
        HEALTH_PORT: '9090',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
        HOST: '::',
        DATA_DIR: '../kept',
        DISK_RESERVE_MB: '0',
        MAIL_HOLD_AFTER_HOURS: '48',
        MAILS_PER_SECOND: '100',
        DATABASE_URL: 'postgres://shop:pw@db.example.in/shop',
        SMTP_URL: 'smtps://mail.example.in',
        PUBLIC_URL: 'https://shop.example.in/',
        MAIL_FROM: 'The Shop <shop@example.in>',
        SEED: 'none',
        LOG_LEVEL: 'warn',
        CORS_ORIGINS: 'https://a.example.in, http://localhost:5173',
        PICTURE_HOSTS: 'cdn.example.in, img.example.in:8443',
        TRUSTED_PROXIES: '10',
        BUDGET_SCALE: '2.5',
        DISPATCH_DAYS: '0',
        DELIVERY_DAYS: '5 - 10',
        JWT_PREVIOUS_SECRET: secret.toLowerCase(),
        PERSONAL_DATA_KEY: Buffer.from(secret).toString('base64'),
      },
      '/srv/shop',
    )
    expect(config).toEqual({
      isProduction: true,
      host: '::',
      port: 8080,
      healthPort: 9090,
      tracesUrl: 'http://localhost:4318/',
      publicUrl: 'https://shop.example.in',
      dataDir: '/srv/kept',
      erasuresFile: '/srv/kept/erasures.txt',
      diskReserveMb: 0,
      mailHoldAfterHours: 48,
      mailsPerSecond: 100,
      databaseUrl: 'postgres://shop:pw@db.example.in/shop',
      smtpUrl: 'smtps://mail.example.in',
      mailFrom: { name: 'The Shop', address: 'shop@example.in' },
      seed: 'none',
      logLevel: 'warn',
      corsOrigins: ['https://a.example.in', 'http://localhost:5173'],
      pictureHosts: ['cdn.example.in', 'img.example.in:8443'],
      trustedProxies: 10,
      budgetScale: 2.5,
      deliveryTimes: { dispatchDays: 0, deliveryDays: { from: 5, to: 10 } },
      secrets: {
        jwtSecret: secret,
        jwtPreviousSecret: secret.toLowerCase(),
        adminUsername: 'owner',
        adminPassword: 'correct horse battery',
        personalDataKey: Buffer.from(secret),
      },
    })
  })

  test.each<[host: string, url: string]>([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['192.168.1.4', 'http://192.168.1.4:3000'],
  ])('with HOST=%s, links start with %s', (host, url) => {
    expect(readConfig({ HOST: host }, '/').publicUrl).toBe(url)
  })
})

test('a sender without a name gets the name of the shop', () => {
  expect(readConfig({ MAIL_FROM: 'shop@example.in' }, '/').mailFrom).toEqual({
    name: 'Sanjeevani Medical',
    address: 'shop@example.in',
  })
})

describe('an invalid value is refused with the name of its variable', () => {
  const wrong: Record<string, readonly string[]> = {
    PORT: ['abc', '-1', '65536', '3000.5', '0x10', '3e3', '99999999999'],
    HEALTH_PORT: ['abc', '65536'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'collector'],
    HOST: ['not a host', 'http://localhost', '-', '127.0.0.1/8'],
    NODE_ENV: ['prod', 'Production'],
    SEED: ['some', 'NONE'],
    LOG_LEVEL: ['loud', 'INFO'],
    DATABASE_URL: ['mysql://localhost/shop', 'localhost:5432', 'postgres'],
    SMTP_URL: ['mail.example.in', 'http://mail.example.in', 'smtp://'],
    PUBLIC_URL: ['shop.example.in', 'ftp://shop.example.in', 'https://u:p@shop.example.in', 'https://a.in/?q=1'],
    MAIL_FROM: ['nobody', 'a@b@c', 'Shop <shop>', 'Shop\r\nBcc: x@y.z <a@b.c>'],
    CORS_ORIGINS: ['*', 'null', 'https://a.example.in/path', 'https://a.example.in,evil', 'file:///'],
    PICTURE_HOSTS: ['*', 'https://cdn.example.in', 'cdn.example.in/a', 'u@cdn.example.in', '10.0.0.5', 'CDN.in'],
    MAIL_HOLD_AFTER_HOURS: ['0', '-1', '1.5', '24h', '8761', '1e3'],
    MAILS_PER_SECOND: ['0', '-1', '1.5', '20/s', '1001', '1e2'],
    DISK_RESERVE_MB: ['-1', '1.5', '200MB', '1e3', '1000000'],
    BUDGET_SCALE: ['-1', 'all', '1e3', '1.2345', '10000000'],
    DISPATCH_DAYS: ['-1', '1.5', 'two', '91', '2 days'],
    DELIVERY_DAYS: ['7', '7-3', '3-', '-', '3-7-9', '3-91', '3..7'],
    TRUSTED_PROXIES: ['-1', '11', '1.5', '01', 'all', '10.0.0.1'],
    ADMIN_USERNAME: ['two words', 'x'.repeat(101)],
    ADMIN_PASSWORD: ['short', 'x'.repeat(129)],
    JWT_SECRET: ['secret', 'x'.repeat(31), 'x'.repeat(64), 'changeme'.repeat(6), 'your-256-bit-secret'.repeat(2)],
    JWT_PREVIOUS_SECRET: ['secret', 'supersecret'.repeat(4)],
    PERSONAL_DATA_KEY: [
      'abc',
      Buffer.alloc(32).toString('base64'),
      Buffer.from(secret + secret).toString('base64'),
      '!'.repeat(43),
    ],
    EVENTSTORE_URL: ['esdb://localhost:2113', 'http://localhost:2113'],
    MEILI_URL: ['localhost:7700', 'ftp://search.example.in', 'https://u:p@search.example.in', 'https://a.in/?key=1'],
    MEILI_KEY: ['a key without an address'],
    MEILI_SEARCH_KEY: ['a key without an address'],
    MEILI_INDEX: ['a b', 'a/b', 'x'.repeat(201)],
    REDIS_URL: ['localhost:6379', 'http://localhost', 'redis://', 'redis://localhost/shop'],
  }
  const rows = Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const))

  test.each(rows)('%s=%s', (name, value) => {
    const error = refusal({ [name]: value })
    expect(error.message).toMatch(new RegExp(`^${name} `))
    expect(error.remedy).not.toBe('')
  })

  test('without repeating a secret or a password', () => {
    const error = refusal({ DATABASE_URL: 'mysql://shop:hunter2@db/shop' })
    expect(error.message + error.remedy).not.toContain('hunter2')
  })
})

describe('in production', () => {
  test('a complete set of secrets is accepted', () => {
    expect(readConfig(production, '/srv/shop').isProduction).toBe(true)
  })

  test.each(['JWT_SECRET', 'ADMIN_USERNAME', 'ADMIN_PASSWORD'])('%s must be set', (name) => {
    for (const value of [undefined, '']) expect(refusal({ ...production, [name]: value }).message).toContain(name)
  })

  test.each(['password', 'Password1!', 'admin123', 'changeme', '12345678', 'aaaaaaaa'])(
    'the admin password %s is refused',
    (password) => {
      expect(refusal({ ...production, ADMIN_PASSWORD: password }).message).toMatch(/^ADMIN_PASSWORD /)
    },
  )

  test('the limits on what a caller may store cannot be lifted', () => {
    expect(readConfig({ BUDGET_SCALE: '0' }, '/').budgetScale).toBe(0)
    expect(refusal({ ...production, BUDGET_SCALE: '0' }).message).toMatch(/^BUDGET_SCALE is 0/)
  })

  test('JWT_PREVIOUS_SECRET must differ from JWT_SECRET', () => {
    expect(refusal({ ...production, JWT_PREVIOUS_SECRET: secret }).message).toMatch(/^JWT_PREVIOUS_SECRET /)
  })
})
