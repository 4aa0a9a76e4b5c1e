import type { ServiceRequestRow } from './read-model.ts'
import type { ListedServiceRequest, ServiceRequest } from './schema.ts'
import type { ServiceRequest as ServiceRequestState } from './domain/service-request.ts'

/** A service request, folded from its stream, as the API returns it. */
export function presentServiceRequest(id: string, request: ServiceRequestState, revision: number): ServiceRequest {
  return {
    id,
    productId: request.productId ?? '',
    title: request.title,
    company: request.company,
    logoUrl: request.logoUrl,
    description: request.description,
    address: request.address,
    status: request.status,
    createDate: request.raisedAt,
    loginUserName: request.requester.loginUserName,
    revision,
  }
}

/** The same representation, built from a row of the list, with who replied. */
export function presentRow(row: ServiceRequestRow): ListedServiceRequest {
  return {
    id: row.request_id,
    productId: row.product_id,
    title: row.title,
    company: row.company,
    logoUrl: row.logo_url,
    description: row.description,
    address: row.address,
    status: row.status,
    createDate: row.raised_at,
    loginUserName: row.login_user_name,
    lastReplyFrom: row.last_reply_from ?? null,
    shopRepliedAt: row.shop_replied_at ?? null,
    revision: row.revision,
  }
}
