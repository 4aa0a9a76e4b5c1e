import { Link } from '@tanstack/react-router'
import { Differs } from '../../../entities/document/differs.tsx'
import { Labelled } from '../../../entities/document/labelled.tsx'
import { latestText } from '../../../entities/document/latest-text.ts'
import { PersonLink } from '../../../entities/event/person-link.tsx'
import { OrEmpty } from '../../../ui/data/or-empty.tsx'
import { ProductImage } from '../../../entities/product/card/product-image.tsx'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { Lines } from '../conversation/lines.tsx'
import { requestOf } from '../conversation/conversation.ts'
import { RequestStatusBadge } from '../request-status-badge.tsx'
import * as shared from '../../../entities/document/document.module.css'

type RequestDocumentProps = {
  id: string
  /** The events of the request up to the chosen moment. */
  history: readonly HistoryEntry[]
  /** The fields that differ from the current request. */
  differing: ReadonlySet<string>
}

/** A service request as of some moment, with the messages written until then. */
export function RequestDocument({ id, history, differing }: RequestDocumentProps) {
  const { title, company, productId, logoUrl, address, status, createDate, loginUserName } = requestOf(id, history)
  return (
    <article className={shared['document']} aria-label="The request at this point">
      <Differs fields={['status', 'note', 'reason']} differing={differing}>
        <div className={shared['part']}>
          <div className={shared['status']}>
            <RequestStatusBadge status={status} />
            <p>Sent on {formatDateTime(createDate)}</p>
          </div>
          <Labelled facts={{ Note: latestText(history, 'note'), Reason: latestText(history, 'reason') }} />
        </div>
      </Differs>
      <Differs fields={['title', 'company', 'address', 'requester']} differing={differing}>
        <div className={shared['about']}>
          <ProductImage src={logoUrl} of={productId} alt="" width={72} height={72} />
          <div className={shared['part']}>
            <h3>
              {productId === '' ? (
                <OrEmpty text={title} />
              ) : (
                <Link to="/products/$productId" params={{ productId }}>
                  <OrEmpty text={title} />
                </Link>
              )}
            </h3>
            <Labelled
              facts={{
                Company: company,
                'Requested by': <PersonLink id={history[0]?.by.id} username={loginUserName} />,
                Address: address,
              }}
            />
          </div>
        </div>
      </Differs>
      <Differs fields={['description', 'lastReply']} differing={differing}>
        <section className={shared['part']} aria-labelledby="messages-then">
          <h3 id="messages-then">Messages</h3>
          <Lines history={history} />
        </section>
      </Differs>
    </article>
  )
}
