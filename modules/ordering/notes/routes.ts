import { Type } from 'typebox'
import { contextOf } from '#core/http/routing/command-context.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { requiredText } from '#core/http/schemas/required-text.ts'
import { OrderParams, type OrderingRouteDeps } from '../query-routes.ts'
import { addNote } from './commands.ts'

const NoteInput = Type.Object({
  text: requiredText('Please write something', 5_000, ['The clinic asked to be called before the delivery']),
})

/** Without the text: the response is stored for retries, which must not outlast an erasure of the person. */
const NoteReceipt = Type.Object({ id: Type.String({ description: 'The id of its event' }), orderId: Type.String() })

/** A note of the staff, which the buyer never sees; the order’s history in the audit shows it. */
export function noteRoute({ store }: Pick<OrderingRouteDeps, 'store'>): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/orders/{orderId}/notes',
    summary: 'Add a note of the staff to an order',
    description:
      'The buyer never sees it, and no email is sent. The order’s revision stays the same; its history for an ADMIN, ' +
      'GET /api/audit/streams/order-{orderId}, shows the note.',
    access: adminOnly,
    params: OrderParams,
    body: NoteInput,
    responses: { 201: NoteReceipt },
    idempotent: {},
    async handle(request) {
      const { orderId } = request.params
      const note = { orderId, text: request.body.text.trim(), context: contextOf(request) }
      const { id, position } = await addNote({ store }, note)
      return { status: 201, body: { id, orderId }, position }
    },
  })
}
