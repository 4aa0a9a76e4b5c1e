/** A line of an order or a cart. Prices in paise. */
export type Line = { productId: string; quantity: number; pricePaise: number }

/** What an admin enters; the other fields of a product are constant. The price is in paise. */
export type Facts = { title: string; pricePaise: number; qty: number }

export type CartOp = { on: 'cart'; cartId: string } & (
  | { do: 'set'; productId: string; quantity: number }
  | { do: 'remove'; productId: string }
  | { do: 'clear' | 'read' | 'claim' }
)

export type PlaceOp = { on: 'order'; do: 'place'; lines: readonly Line[]; cartId?: string | undefined }
/** `withdraw` is the buyer's own cancellation. */
export type OrderStepName = 'confirm' | 'dispatch' | 'deliver' | 'cancel' | 'return' | 'withdraw'
export type OrderOp =
  PlaceOp | { on: 'order'; orderId: string; do: OrderStepName | 'read'; ifMatch?: number | undefined }

export type RaiseOp = { on: 'request'; do: 'raise'; title: string }
export type RequestStepName = 'acknowledge' | 'resolve' | 'decline' | 'withdraw'
export type RequestOp = RaiseOp | { on: 'request'; requestId: string; do: RequestStepName | 'read' }

export type AddOp = { on: 'product'; do: 'add'; facts: Facts }
export type ProductOp =
  | AddOp
  | { on: 'product'; productId: string; do: 'revise'; facts: Facts; ifMatch?: number | undefined }
  | { on: 'product'; productId: string; do: 'delete' | 'restore' | 'read' }

/** A query on a read model: of the caller's orders or requests, or of all, newest first; or of one product. */
export type ListOp =
  | { on: 'list'; of: 'orders' | 'requests'; whose: 'own' | 'all'; size: number }
  | { on: 'list'; of: 'product'; productId: string }

export type ReplayOp = { on: 'replay'; name: string }

export type Op = CartOp | OrderOp | RequestOp | ProductOp | ListOp | ReplayOp

/** A row of a list. */
export type Row = { id: string; revision: number; status: string }

/** The part of a response that the checker reads. */
export type Seen = {
  /** The id of what was created. */
  id?: string
  /** The revision of the stream that the answer is built from. */
  revision?: number | undefined
  status?: string
  totalPaise?: number
  /** The quantities of a cart, by product id. */
  items?: Readonly<Record<string, number>>
  facts?: Facts
  /** The types of a stream's events. */
  types?: readonly string[]
  rows?: readonly Row[]
}

/** `unknown`: no answer, or a 5xx: the call may have had its effect, may still have it, or never. */
export type Outcome =
  | { kind: 'done'; status: number; seen: Seen; text: string; position?: number | undefined }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'unknown'; status?: number | undefined }

/** A call of one client. Times are those of `performance.now()` in the process of all clients. */
export type Call<O extends Op = Op> = {
  /** Its `X-Request-Id`, and so the correlation id of every event that it causes. */
  id: string
  /** The seed of its schedule. */
  seed: number
  account: string
  isAdmin?: boolean
  op: O
  /** The `Idempotency-Key`, or what the shop uses instead, by route; absent where a call has none. */
  key?: { name: string; body: string }
  /** The `X-Min-Position` that it sent. */
  minPosition?: number | undefined
  invokedAt: number
  /** Infinity where there was no answer. */
  endedAt: number
  outcome: Outcome
}

/** An event as stored. */
export type LoggedEvent = {
  position: number
  stream: string
  revision: number
  id: string
  type: string
  data: Readonly<Record<string, unknown>>
  correlationId: string
}

/** A breach of a law, with the seed of its schedule where it belongs to one. */
export type Violation = { law: string; what: string; seed?: number | undefined }
