import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { LeaveWarning } from '../../../ui/overlays/leave-warning.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { HomeCardPreview, ServiceCardPreview } from './previews.tsx'
import { ProductFields } from './product-fields.tsx'
import { useProductDraft } from './use-product-draft.ts'
import { useSaveProduct } from './use-save-product.ts'
import * as styles from './admin-form.module.css'
import tabStyles from '../../../ui/data/tabs.module.css'

const { tabs = '', tabList = '', tab = '' } = tabStyles

/** The admin's product form and previews for buyers, in three tabs (spec §2). Without a product it creates one. */
export function AdminFormScreen({ product }: { product?: ManagedProduct }) {
  const id = product?.id ?? ''
  const draft = useProductDraft(product)
  const saving = useSaveProduct({ product: draft.seen, onSaved: draft.end, onConflict: draft.meet })
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
          <div className={styles['sides']}>
            <ProductFields draft={draft} saving={saving} />
            <aside className={styles['live']} aria-label="Preview">
              <p className={styles['liveTitle']}>On the home page</p>
              <HomeCardPreview form={draft.form} id={id} />
            </aside>
          </div>
        </TabPanel>
        <TabPanel id="home">
          <HomeCardPreview form={draft.form} id={id} />
        </TabPanel>
        <TabPanel id="service">
          <ServiceCardPreview form={draft.form} id={id} createDate={product?.createDate} />
        </TabPanel>
      </Tabs>
      <LeaveWarning
        question="Leave without saving?"
        explanation="Your changes in this form are not saved yet."
        mustAsk={draft.isUnsaved}
        onLeave={() => {
          draft.end()
          saving.discard()
        }}
      />
    </Page>
  )
}
