import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import type { Product } from '#modules/catalogue/schema.ts'
import { formatExactPrice } from '../../lib/format/format.ts'
import { Page, PageHead } from '../../ui/page.tsx'
import { ProductImage } from '../../entities/product/card/product-image.tsx'
import { requestFor, requestForText } from './request-form.ts'
import { RequestFields } from './request-fields.tsx'
import { useRaiseRequest } from './use-raise-request.ts'
import tabStyles from '../../ui/data/tabs.module.css'
import * as styles from './request-screen.module.css'

const { tabs = '', tabList = '', tab = '' } = tabStyles

/** The service request form for a product, with its two tabs (spec §2). `orderForm` orders only this product. */
export function RequestScreen({ product, orderForm }: { product: Product; orderForm: ReactNode }) {
  // Kept above the tabs, because a tab loses its state when another one is selected.
  const raising = useRaiseRequest(product.id)
  return (
    <Page width="reading">
      <PageHead title="Service request" lead="We answer within one working day." />
      <About product={product} />
      <Tabs className={tabs}>
        <TabList aria-label="Kind of request" className={tabList}>
          <Tab id="request" className={tab}>
            Request Form
          </Tab>
          <Tab id="order" className={tab}>
            Order Request Form
          </Tab>
        </TabList>
        <TabPanel id="request">
          <RequestFields
            subject={product.id}
            product={product}
            initial={(address) => requestFor(product, address)}
            raising={raising}
          />
        </TabPanel>
        <TabPanel id="order">{orderForm}</TabPanel>
      </Tabs>
    </Page>
  )
}

/** The service request form for what a search did not find: it is about no product, so there is none to order. */
export function TextRequestScreen({ text }: { text: string }) {
  const subject = `for ${text}`
  const raising = useRaiseRequest(subject)
  return (
    <Page width="reading">
      <PageHead title="Service request" lead="We answer within one working day." />
      <RequestFields
        subject={subject}
        initial={(address) => requestForText(text, address)}
        companyHint="Who makes it, or your own company or hospital"
        raising={raising}
      />
    </Page>
  )
}

function About({ product: { id, title, company, price, logoUrl } }: { product: Product }) {
  return (
    <div className={styles['about']}>
      <div className={styles['picture']}>
        <ProductImage src={logoUrl} of={id} alt="" width={80} height={80} />
      </div>
      <p>
        <Link to="/products/$productId" params={{ productId: id }}>
          {title || 'Untitled Product'}
        </Link>
        <small>
          {company || 'Unknown Company'} · {formatExactPrice(price)}
        </small>
      </p>
    </div>
  )
}
