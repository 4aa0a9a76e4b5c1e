import type { Page } from 'playwright-core'
import type { Job, JobPage } from '#modules/notifications/schema.ts'
import type { ProjectionStatus, ProjectionsStatus } from '#modules/operations/schema.ts'
import { ask, changing, type Screen } from './screen.ts'

const underway = { position: 1_200, total: 2_400, percent: 50, eventsPerSecond: 1_900, etaSeconds: 40 }

/** A read model that has failed, one that is replayed and compared, and one whose replay waits and was stopped before. */
const troubles: Readonly<Record<string, Partial<ProjectionStatus>>> = {
  orders: {
    status: 'failed',
    error: {
      message: 'OrderPlaced cannot be applied',
      event: { position: 7, stream: 'order-ORD12345678', revision: 0, type: 'OrderPlaced', id: 'a' },
    },
  },
  carts: { status: 'rebuilding', rebuild: underway, verification: underway },
  sales: {
    status: 'rebuilding',
    rebuild: { ...underway, etaSeconds: null, waitsFor: 'The event store is unavailable' },
  },
  'product-list': {
    status: 'catching-up',
    lag: 900,
    eventsPerSecond: 30,
    unfinished: { position: 9, status: 'stopped' },
  },
}

const held: Job = {
  id: 'held-email',
  kind: 'service-request-replied',
  channel: 'email',
  stream: 'serviceRequest-0198f0c2-7b5e-7d30-8a11-0123456789ab',
  revision: 0,
  state: 'held',
  status: 'held',
  attempts: 0,
  createdAt: '2026-11-20T10:00:00.000Z',
  error: 'The database was restored or replaced, so this email may have been sent before',
}
const failed: Job = {
  ...held,
  state: 'failed',
  status: 'failed',
  attempts: 8,
  error: 'The mail server refuses this email',
}

/** Read models that have failed or are being replayed, and mails that are held and have failed. */
async function trouble(page: Page): Promise<void> {
  await changing<ProjectionsStatus>('**/api/ops/projections', (body) => ({
    ...body,
    projections: body.projections.map((one) => ({ ...one, ...troubles[one.name] })),
  }))(page)
  for (const mail of [held, failed])
    await changing<JobPage>(`**/api/ops/jobs?status=${mail.state}*`, (body) => ({
      ...body,
      content: [mail],
      counts: { ...body.counts, held: 1, failed: 1 },
    }))(page)
}

/** The screens of read models, reactors, engines and mails. */
export const operationScreens: Screen[] = [
  { name: 'admin-operations', path: '/admin/operations' },
  {
    name: 'admin-operations-trouble',
    path: '/admin/operations',
    prepare: trouble,
    act: (page) => page.getByText(/^1 email held/).waitFor(),
  },
  {
    name: 'admin-operations-failed',
    path: '/admin/operations?status=failed',
    prepare: trouble,
    act: (page) => page.getByText('Read models and reactors that failed: 1.').waitFor(),
  },
  { name: 'admin-mails', path: '/admin/operations/mails' },
  { name: 'admin-mails-none', path: '/admin/operations/mails?text=zeppelin' },
  {
    name: 'admin-operations-replay',
    path: '/admin/operations',
    isOverlaid: true,
    act: (page) => ask(page, /^Replay: product-list/),
  },
]
