import type { Caller, Request } from './request.ts'
import type { Things } from './things.ts'

type Prepare = (things: Things, caller: Caller) => Request

type Row = readonly [call: string, ...statuses: [number, number, number, number, number], prepare: Prepare]

/**
 * Who may call what: the status that each caller gets for a request that is valid apart from the right. Written by hand
 * from the contract, so that a wrong `access` of a route cannot prove itself right. Words after the path say which case of
 * the call a row is about.
 */
// prettier-ignore
export const permissionTable: Readonly<Record<string, readonly Row[]>> = {
  //                                                                anon.  USER   other  STAFF  ADMIN
  Products: [
    ['GET /api/products',                                           200,   200,   200,   200,   200,   () => ({})],
    ['GET /api/products/newest',                                    200,   200,   200,   200,   200,   () => ({})],
    ['GET /api/products/collection/{category}',                     200,   200,   200,   200,   200,   () => ({ params: { category: 'icu-equipments' } })],
    ['GET /api/products/{id}',                                      200,   200,   200,   200,   200,   ({ product }) => ({ params: product })],
    ['GET /api/products/product/{id}',                              200,   200,   200,   200,   200,   ({ product }) => ({ params: product })],
    ['GET /api/products/company/{company}',                         200,   200,   200,   200,   200,   ({ product }) => ({ params: product })],
    ['GET /api/products/suggest',                                   200,   200,   200,   200,   200,   () => ({ query: 'text=monitor' })],
    ['PUT /api/products/search',                                    200,   200,   200,   200,   200,   () => ({ body: { text: 'monitor' } })],
    ['GET /api/catalogue/products',                                 401,   403,   403,   403,   200,   () => ({})],
    ['GET /api/catalogue/products/{id}',                            401,   403,   403,   403,   200,   ({ product }) => ({ params: product })],
    ['GET /api/products/{id}/history',                              401,   403,   403,   403,   200,   ({ product }) => ({ params: product })],
    ['POST /api/products',                                          401,   403,   403,   403,   201,   ({ productForm }) => ({ body: productForm })],
    ['PUT /api/products/{id}',                                      401,   403,   403,   403,   200,   ({ product, productForm }) => ({ params: product, body: productForm })],
    ['DELETE /api/products/{id}',                                   401,   403,   403,   403,   204,   ({ addProduct }) => ({ params: addProduct() })],
    ['POST /api/products/{id}/restore',                             401,   403,   403,   403,   200,   ({ deletedProduct }) => ({ params: deletedProduct() })],
    ['POST /api/catalogue/import',                                  401,   403,   403,   403,   200,   ({ supplierRow }) => ({ body: { rows: [supplierRow] } })],
  ],
  Carts: [
    ['GET /api/carts/{cartId} (unclaimed)',                         200,   200,   200,   200,   200,   ({ fillCart }) => ({ params: fillCart() })],
    ['PUT /api/carts/{cartId}/items/{productId} (unclaimed)',       200,   200,   200,   200,   200,   ({ fillCart }) => ({ params: fillCart(), body: { quantity: 2 } })],
    ['DELETE /api/carts/{cartId}/items/{productId} (unclaimed)',    200,   200,   200,   200,   200,   ({ fillCart }) => ({ params: fillCart() })],
    ['DELETE /api/carts/{cartId}/items (unclaimed)',                200,   200,   200,   200,   200,   ({ fillCart }) => ({ params: fillCart() })],
    ['POST /api/carts/{cartId}/claim (unclaimed)',                  401,   200,   200,   200,   200,   ({ fillCart }) => ({ params: fillCart() })],
    ['GET /api/carts/{cartId}',                                     403,   200,   403,   403,   403,   ({ ownCart }) => ({ params: ownCart() })],
    ['PUT /api/carts/{cartId}/items/{productId}',                   403,   200,   403,   403,   403,   ({ ownCart }) => ({ params: ownCart(), body: { quantity: 2 } })],
    ['DELETE /api/carts/{cartId}/items/{productId}',                403,   200,   403,   403,   403,   ({ ownCart }) => ({ params: ownCart() })],
    ['DELETE /api/carts/{cartId}/items',                            403,   200,   403,   403,   403,   ({ ownCart }) => ({ params: ownCart() })],
    ['POST /api/carts/{cartId}/claim',                              401,   200,   403,   403,   403,   ({ ownCart }) => ({ params: ownCart() })],
  ],
  Orders: [
    ['POST /api/orders',                                            401,   201,   201,   201,   201,   ({ orderForm }) => ({ body: orderForm() })],
    ['POST /api/products/bookOrderRequest',                         401,   201,   201,   201,   201,   ({ orderForm }) => ({ body: orderForm() })],
    ['GET /api/orders',                                             401,   403,   403,   403,   200,   () => ({})],
    ['GET /api/orders/myorder/{loginUserName}',                     401,   200,   403,   403,   200,   ({ owner }) => ({ params: owner })],
    ['GET /api/orders/{orderId}',                                   401,   200,   403,   403,   200,   ({ order }) => ({ params: order })],
    ['GET /api/orders/{orderId}/history',                           401,   200,   403,   403,   200,   ({ order }) => ({ params: order })],
    ['POST /api/orders/{orderId}/confirm',                          401,   403,   403,   403,   200,   ({ placeOrder }) => ({ params: placeOrder(), body: {} })],
    ['POST /api/orders/{orderId}/dispatch',                         401,   403,   403,   403,   200,   ({ placeOrder }) => ({ params: placeOrder('confirm'), body: {} })],
    ['POST /api/orders/{orderId}/deliver',                          401,   403,   403,   403,   200,   ({ placeOrder }) => ({ params: placeOrder('confirm', 'dispatch'), body: {} })],
    ['POST /api/orders/{orderId}/return',                           401,   403,   403,   403,   200,   ({ placeOrder, reason }) => ({ params: placeOrder('confirm', 'dispatch', 'deliver'), body: { reason } })],
    ['POST /api/orders/{orderId}/cancel',                           401,   403,   403,   403,   200,   ({ placeOrder, reason }) => ({ params: placeOrder(), body: { reason } })],
    ['DELETE /api/orders/{orderId}',                                401,   200,   403,   403,   200,   ({ placeOrder }) => ({ params: placeOrder() })],
  ],
  'Service requests': [
    ['POST /api/orders/productRequest',                             401,   201,   201,   201,   201,   ({ serviceRequestForm }) => ({ body: serviceRequestForm })],
    ['GET /api/orders/productRequest',                              401,   403,   403,   403,   200,   () => ({})],
    ['GET /api/orders/productRequest/{loginUserName}',              401,   200,   403,   403,   200,   ({ owner }) => ({ params: owner })],
    ['GET /api/orders/productRequest/{id}/history',                 401,   200,   403,   403,   200,   ({ serviceRequest }) => ({ params: serviceRequest })],
    ['POST /api/orders/productRequest/{id}/acknowledge',            401,   403,   403,   403,   200,   ({ raiseServiceRequest }) => ({ params: raiseServiceRequest(), body: {} })],
    ['POST /api/orders/productRequest/{id}/resolve',                401,   403,   403,   403,   200,   ({ raiseServiceRequest }) => ({ params: raiseServiceRequest('acknowledge'), body: {} })],
    ['POST /api/orders/productRequest/{id}/decline',                401,   403,   403,   403,   200,   ({ raiseServiceRequest, reason }) => ({ params: raiseServiceRequest('acknowledge'), body: { reason } })],
    ['POST /api/orders/productRequest/{id}/withdraw',               401,   200,   403,   403,   403,   ({ raiseServiceRequest }) => ({ params: raiseServiceRequest() })],
  ],
  'Search words': [
    ['GET /api/search/without-hits',                                401,   403,   403,   403,   200,   () => ({})],
  ],
  Accounts: [
    ['POST /api/auth/signup',                                       201,   201,   201,   201,   201,   ({ signupForm }) => ({ body: signupForm() })],
    ['POST /api/auth/authenticate',                                 200,   200,   200,   200,   200,   ({ loginForm }) => ({ body: loginForm })],
    ['POST /api/auth/logout',                                       401,   204,   204,   204,   204,   ({ freshToken }, caller) => ({ token: freshToken(caller) })],
    ['PUT /api/auth/password',                                      401,   200,   200,   200,   200,   ({ freshToken, passwords }, caller) => ({ token: freshToken(caller), body: passwords })],
    ['POST /api/auth/verify-email',                                 204,   204,   204,   204,   204,   ({ verification }) => ({ body: verification() })],
    ['POST /api/users/me/verification-mail',                        401,   202,   202,   202,   202,   ({ freshToken }, caller) => ({ token: freshToken(caller) })],
    ['GET /api/users',                                              401,   403,   403,   403,   200,   () => ({})],
    ['GET /api/users/me',                                           401,   200,   200,   200,   200,   () => ({})],
    ['PATCH /api/users/me',                                         401,   200,   200,   200,   200,   ({ freshToken }, caller) => ({ token: freshToken(caller), body: { mobileNumber: '9820099999' } })],
    ['GET /api/users/me/data',                                      401,   200,   200,   200,   200,   () => ({})],
    ['GET /api/users/{id}',                                         401,   200,   403,   403,   200,   ({ owner }) => ({ params: owner })],
    ['GET /api/users/{id} (by username)',                           401,   200,   403,   403,   200,   ({ owner }) => ({ params: { id: owner.loginUserName } })],
    ['GET /api/users/{id}/erasure',                                 401,   200,   403,   403,   200,   ({ owner }) => ({ params: owner })],
    ['PUT /api/users/{id}/roles',                                   401,   403,   403,   403,   200,   ({ freshAccount }, caller) => ({ ...freshAccount(caller), body: { roles: ['STAFF'] } })],
    ['DELETE /api/users/{id}',                                      401,   204,   403,   403,   204,   ({ freshAccount }, caller) => freshAccount(caller)],
  ],
  Public: [
    ['GET /public/numberOfUsers',                                   200,   200,   200,   200,   200,   () => ({})],
    ['GET /api/public/numberOfUsers',                               200,   200,   200,   200,   200,   () => ({})],
    ['GET /public/numberOfOrders',                                  200,   200,   200,   200,   200,   () => ({})],
    ['GET /api/public/numberOfOrders',                              200,   200,   200,   200,   200,   () => ({})],
  ],
  Audit: [
    ['GET /api/audit/events',                                       401,   403,   403,   403,   200,   () => ({})],
    ['GET /api/audit/events/{id}',                                  401,   403,   403,   403,   200,   ({ event }) => ({ params: event })],
    ['GET /api/audit/find',                                         401,   403,   403,   403,   200,   ({ order }) => ({ query: `id=${order.orderId}` })],
    ['GET /api/audit/streams/{stream}',                             401,   403,   403,   403,   200,   ({ event }) => ({ params: event })],
    ['GET /api/audit/streams/{stream}/state',                       401,   403,   403,   403,   200,   ({ event }) => ({ params: event })],
    ['POST /api/audit/exports',                                     401,   403,   403,   403,   202,   () => ({ body: { format: 'csv', category: 'order' } })],
    ['GET /api/audit/exports',                                      401,   403,   403,   403,   200,   () => ({})],
    ['GET /api/audit/exports/{id}',                                 401,   403,   403,   403,   200,   ({ finishedExport }) => ({ params: finishedExport() })],
    ['GET /api/audit/exports/{id}/file',                            401,   403,   403,   403,   200,   ({ finishedExport }) => ({ params: finishedExport() })],
    ['GET /api/audit/export-key',                                   200,   200,   200,   200,   200,   () => ({})],
  ],
  Operations: [
    ['GET /api/ops/jobs',                                           401,   403,   403,   403,   200,   () => ({})],
    ['POST /api/ops/jobs/{id}/retry',                               401,   403,   403,   403,   202,   ({ mail }) => ({ params: mail('failed') })],
    ['POST /api/ops/jobs/{id}/send',                                401,   403,   403,   403,   200,   ({ mail }) => ({ params: mail('held') })],
    ['POST /api/ops/jobs/{id}/discard',                             401,   403,   403,   403,   200,   ({ mail }) => ({ params: mail('held') })],
    ['POST /api/ops/held-jobs/send',                                401,   403,   403,   403,   200,   ({ heldMails }) => ({ body: heldMails() })],
    ['POST /api/ops/held-jobs/discard',                             401,   403,   403,   403,   200,   ({ heldMails }) => ({ body: heldMails() })],
    ['GET /api/ops/projections',                                    401,   403,   403,   403,   200,   () => ({})],
    ['GET /api/ops/history',                                        401,   403,   403,   403,   200,   () => ({})],
    ['GET /api/ops/engines',                                        401,   403,   403,   403,   200,   () => ({})],
    ['POST /api/ops/projections/{name}/replay',                     401,   403,   403,   403,   202,   () => ({ params: { name: 'carts' } })],
    ['POST /api/ops/projections/{name}/resume',                     401,   403,   403,   403,   202,   ({ stoppedReplay }) => ({ params: stoppedReplay() })],
    ['POST /api/ops/projections/{name}/rollback',                   401,   403,   403,   403,   200,   ({ finishedReplay }) => ({ params: finishedReplay() })],
    ['POST /api/ops/projections/{name}/dry-run',                    401,   403,   403,   403,   202,   () => ({ params: { name: 'product-list' } })],
    ['POST /api/ops/projections/{name}/verify',                     401,   403,   403,   403,   202,   () => ({ params: { name: 'event-log' } })],
    ['POST /api/ops/projections/{name}/retry',                      401,   403,   403,   403,   200,   () => ({ params: { name: 'orders' } })],
    ['POST /api/ops/projections/{name}/skip',                       401,   403,   403,   403,   200,   ({ unreadableEvent }) => ({ params: { name: 'everywhere' }, body: unreadableEvent() })],
  ],
}
