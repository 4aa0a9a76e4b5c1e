import { Type, type Static } from 'typebox'
import { Day } from '#core/http/schemas/day.ts'
import { ImageUrl } from '#core/http/schemas/image-url.ts'
import { requiredText } from '#core/http/schemas/required-text.ts'
import { SortBy, type Sort } from '#core/http/schemas/sort.ts'

/** The service request form, in the sequence of validation (spec §5). `id` is the product's id. */
export const ServiceRequestInput = Type.Object({
  title: requiredText('Title cannot be empty', 200, ['Aarogya VM-12 Patient Monitor']),
  company: requiredText('Company cannot be empty', 200, ['Aarogya Meditech']),
  description: requiredText('Enter Service Request Summary', 5000, ['The SpO2 reading drops out after ten minutes.']),
  id: Type.Optional(Type.String({ maxLength: 200 })),
  logoUrl: Type.Optional(ImageUrl),
  address: Type.Optional(Type.String({ maxLength: 500, examples: ['City Clinic, 12 MG Road, Pune'] })),
})
export type ServiceRequestInput = Static<typeof ServiceRequestInput>

export const ServiceRequestStatus = Type.Union([
  Type.Literal('received'),
  Type.Literal('acknowledged'),
  Type.Literal('resolved'),
  Type.Literal('declined'),
  Type.Literal('withdrawn'),
])
export type ServiceRequestStatus = Static<typeof ServiceRequestStatus>

/** The filters of the list of all service requests; `from` and `to` are days of raising. */
export const ServiceRequestFilters = Type.Object({
  text: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words to search for in id, requester, title, company, summary, address',
    }),
  ),
  status: Type.Optional(ServiceRequestStatus),
  unanswered: Type.Optional(Type.Boolean({ description: 'With true, only those whose requester waits for an answer' })),
  account: Type.Optional(Type.String({ maxLength: 100, description: 'The id of the account that raised the request' })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type ServiceRequestFilters = Static<typeof ServiceRequestFilters>

const sortColumns = ['raised', 'title', 'company'] as const
export type ServiceRequestSort = Sort<(typeof sortColumns)[number]>

/** The order of the list of all service requests. */
export const ServiceRequestSorting = Type.Object({ sort: Type.Optional(SortBy(sortColumns, 'raised-desc')) })

/** The number of requests per status, among those that match the text. */
export const ServiceRequestCounts = Type.Record(Type.String(), Type.Integer(), { examples: [{ received: 2 }] })
export type ServiceRequestCounts = Static<typeof ServiceRequestCounts>

export const ServiceRequestReceipt = Type.Object({ id: Type.String(), status: ServiceRequestStatus })

/** A service request as its requester and the admin see it. `productId` is empty if it is not about a product. */
export const ServiceRequest = Type.Object({
  id: Type.String(),
  productId: Type.String(),
  title: Type.String(),
  company: Type.String(),
  logoUrl: Type.String(),
  description: Type.String(),
  address: Type.String(),
  status: ServiceRequestStatus,
  createDate: Type.String({ format: 'date-time' }),
  loginUserName: Type.String(),
  revision: Type.Integer(),
})
export type ServiceRequest = Static<typeof ServiceRequest>

export const ReplyFrom = Type.Union([Type.Literal('requester'), Type.Literal('shop')])
export type ReplyFrom = Static<typeof ReplyFrom>

/** A service request in a list: also whether the shop has replied to it. */
export const ListedServiceRequest = Type.Object({
  ...ServiceRequest.properties,
  lastReplyFrom: Type.Union([ReplyFrom, Type.Null()], {
    description: 'Who wrote the last reply: the requester or the shop; null if there is none',
  }),
  shopRepliedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'The time of the last reply of the shop; null if there is none',
  }),
})
export type ListedServiceRequest = Static<typeof ListedServiceRequest>

/** What the requester and the shop write to each other. */
export const ReplyInput = Type.Object({
  text: requiredText('Please write something', 5000, ['When can your engineer come?']),
})

export const ResolveInput = Type.Object({ note: Type.Optional(Type.String({ maxLength: 1000 })) })

export const DeclineInput = Type.Object({
  reason: requiredText('Please give a reason', 1000, ['We do not service this model']),
})
