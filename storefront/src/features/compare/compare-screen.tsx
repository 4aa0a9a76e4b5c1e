import { useHydrated } from '@tanstack/react-router'
import { Link2, Scale } from 'lucide-react'
import { useState } from 'react'
import { ProductGridSkeleton } from '../../entities/product/product-grid.tsx'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import { countOf } from '../../lib/format/format.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { CompareTable } from './compare-table.tsx'
import type { CompareData } from './load-compare.ts'
import { useComparedDevices } from './use-compared-devices.ts'
import * as styles from './compare.module.css'

const DevicePicker = lazyPart(() => import('./device-picker.tsx').then((module) => module.DevicePicker))

/** Up to four devices side by side, by their specifications; the URL can be shared. */
export function CompareScreen({ products, missing }: CompareData) {
  const [picking, setPicking] = useState<{ insteadOf?: string }>()
  const { isTaking, remove, put } = useComparedDevices({ products, missing })
  useAnnouncement(`${countOf(products.length, 'device')} compared`)
  return (
    <Page>
      <PageHead title="Compare devices" lead={leadOf(products.length)}>
        {products.length > 0 && <ShareButton />}
      </PageHead>
      {missing > 0 && (
        <Message kind="info" className={styles['missing']}>
          {countOf(missing, 'device')} of this comparison {missing === 1 ? 'is' : 'are'} no longer available.
        </Message>
      )}
      {products.length === 0 ? (
        <NoDevices isTaking={isTaking} onAdd={() => setPicking({})} />
      ) : (
        <CompareTable
          products={products}
          onRemove={remove}
          onReplace={(id) => setPicking({ insteadOf: id })}
          onAdd={() => setPicking({})}
        />
      )}
      {picking && (
        <DevicePicker
          title={picking.insteadOf === undefined ? 'Add a device' : 'Replace this device'}
          onClose={() => setPicking(undefined)}
          onPick={(device) => {
            put(device, picking.insteadOf)
            setPicking(undefined)
          }}
        />
      )}
    </Page>
  )
}

/** Shows the empty state only once it is known that no devices were chosen on the cards. */
function NoDevices({ isTaking, onAdd }: { isTaking: boolean; onAdd: () => void }) {
  const isHydrated = useHydrated()
  if (isTaking) return <ProductGridSkeleton count={4} />
  return (
    <div className={styles['none']} data-known={isHydrated || undefined}>
      <EmptyState
        icon={Scale}
        title="Nothing to compare yet"
        actions={
          <>
            <Button onClick={onAdd}>Add a device</Button>
            <ButtonLink to="/collection" look="secondary">
              Explore Products
            </ButtonLink>
          </>
        }
      >
        Touch Compare on up to four products, or find them here by their names.
      </EmptyState>
    </div>
  )
}

function leadOf(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? 'Add another device to see where they differ' : `${count} devices side by side`
}

function ShareButton() {
  const toast = useToast()
  function copy() {
    const copied = window.isSecureContext ? navigator.clipboard.writeText(location.href) : Promise.reject(new Error())
    copied.then(
      () => toast.success('Link copied: it opens the same comparison'),
      () => toast.info('Copy the address of this page: it opens the same comparison'),
    )
  }
  return (
    <Button look="secondary" onClick={copy}>
      <Link2 aria-hidden /> Copy link
    </Button>
  )
}
