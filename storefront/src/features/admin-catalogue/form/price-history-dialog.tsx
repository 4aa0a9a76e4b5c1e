import { useEffect, useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { fetchProductHistory } from '../../../lib/api/managed-products.ts'
import { outcomeOf, type Outcome } from '../../../lib/router/outcome.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PriceChart } from '../../../entities/product/price-chart.tsx'
import { pricePoints, type PricePoint } from '../../../entities/product/price-history.ts'

type PriceHistoryDialogProps = { product: Product; onClose: () => void }

/** The price history of a product. */
export function PriceHistoryDialog({ product, onClose }: PriceHistoryDialogProps) {
  return (
    <Dialog title="Price history" onClose={onClose}>
      <p>{product.title}</p>
      <PriceHistory productId={product.id} />
    </Dialog>
  )
}

function PriceHistory({ productId }: { productId: string }) {
  const api = useApi()
  const [prices, setPrices] = useState<Outcome<PricePoint[]>>()
  useEffect(() => {
    const leaving = new AbortController()
    const load = fetchProductHistory(api, productId, leaving.signal).then(pricePoints)
    void outcomeOf(load, messageOf).then((outcome) => leaving.signal.aborted || setPrices(outcome))
    return () => leaving.abort()
  }, [api, productId])
  if (prices === undefined) return <Skeleton shape="block" />
  return prices.ok ? <PriceChart points={prices.value} /> : <Message kind="error">{prices.message}</Message>
}
