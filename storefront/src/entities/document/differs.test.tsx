import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { OrderDocument } from '../../features/orders/console/order-document.tsx'
import { RequestDocument } from '../../features/service-requests/past/request-document.tsx'

/** The text of a document, whose links need a router. */
async function textOf(document: ReactNode): Promise<string> {
  const routeTree = createRootRoute({ component: () => document })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  const markup = renderToStaticMarkup(<RouterProvider router={router} />)
  return markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

/** What is before each mark, from the mark before it on. */
const markedIn = (text: string) => text.split('Different now').slice(0, -1)

const at = '2026-11-20T05:00:00.000Z'
const by = { id: 'u1', name: 'Asha Rao', role: 'USER' }

const order: TrackedOrder = {
  orderId: 'ORD48210377',
  items: [{ id: 'bed', title: 'Bed', company: 'Aarogya', brand: 'Aarogya', quantity: 1, price: 100 }],
  shipping: {
    name: 'Asha Rao',
    mobile: '9820012345',
    email: '9820012345',
    address: '12 MG Road',
    city: 'Pune',
    state: 'Maharashtra',
    zipCode: '411001',
  },
  payment: { method: 'cod', status: 'pending' },
  totalAmount: 100,
  status: 'received',
  date: at,
  loginUserName: 'asha',
  revision: 0,
}

const request = {
  requester: { id: 'u1', loginUserName: 'asha', name: 'Asha Rao' },
  title: 'Ventilator',
  company: 'Vaayu',
  description: 'It beeps.',
  address: 'Pune',
}

const documents = {
  order: (differing: ReadonlySet<string>) => (
    <OrderDocument
      order={order}
      history={[{ revision: 0, type: 'OrderPlaced', at, by, data: {} }]}
      differing={differing}
    />
  ),
  request: (differing: ReadonlySet<string>) => (
    <RequestDocument
      id="r1"
      history={[{ revision: 0, type: 'ServiceRequestRaised', at, by, data: request }]}
      differing={differing}
    />
  ),
}

describe('a past state marks the part that shows what is different now', () => {
  test.each<[keyof typeof documents, string, RegExp]>([
    ['order', 'status', /Reason of a cancellation or return \(empty\) $/],
    ['order', 'reason', /Reason of a cancellation or return \(empty\) $/],
    ['order', 'trackingNumber', /Reason of a cancellation or return \(empty\) $/],
    ['order', 'shipping.city', /Deliver to .* Pune.* Ordered by asha $/],
    ['order', 'buyer.loginUserName', /Deliver to .* Pune.* Ordered by asha $/],
    ['order', 'paymentStatus', /Payment Cash on delivery: pending $/],
    ['request', 'status', /Note \(empty\) Reason \(empty\) $/],
    ['request', 'note', /Note \(empty\) Reason \(empty\) $/],
    ['request', 'title', /Ventilator .*Address Pune $/],
    ['request', 'requester.name', /Ventilator .*Address Pune $/],
    ['request', 'lastReply.text', /Messages .*It beeps\. $/],
  ])('of %s: %s', async (document, field, part) => {
    expect(markedIn(await textOf(documents[document](new Set([field]))))).toEqual([expect.stringMatching(part)])
  })

  test.each(['order', 'request'] as const)('of %s: no part if nothing that it shows differs', async (document) => {
    expect(markedIn(await textOf(documents[document](new Set(['isErased', 'statusX']))))).toEqual([])
  })
})
