import { useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import type { Product } from '#modules/catalogue/schema.ts'
import { Page, PageHead } from '../../ui/page.tsx'
import { HomeCardPreview, ServiceCardPreview } from './previews.tsx'
import { emptyProductForm, productForm } from './product-form.ts'
import { ProductFields } from './product-fields.tsx'
import styles from './admin-form.module.css'

const { tabs = '', tabList = '', tab = '' } = styles

/** The admin's product form and what a buyer will see of it, in three tabs (spec §2). Without a product it creates one. */
export function AdminFormScreen({ product }: { product?: Product }) {
  const [form, setForm] = useState(() => (product ? productForm(product) : emptyProductForm))
  return (
    <Page>
      <PageHead title={product ? 'Edit product' : 'Add product'} lead={product?.title} />
      <Tabs className={tabs}>
        <TabList aria-label="Product" className={tabList}>
          <Tab id="form" className={tab}>
            Form
          </Tab>
          <Tab id="home" className={tab}>
            Home Card Preview
          </Tab>
          <Tab id="service" className={tab}>
            Service Card Preview
          </Tab>
        </TabList>
        <TabPanel id="form">
          <ProductFields productId={product?.id} form={form} onChange={setForm} />
        </TabPanel>
        <TabPanel id="home">
          <HomeCardPreview form={form} />
        </TabPanel>
        <TabPanel id="service">
          <ServiceCardPreview form={form} createDate={product?.createDate} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
