import { randomUUID } from 'node:crypto'
import { addProducts, monitor, orderFor, type TestShop } from '../../support/shop/shop.ts'
import { pictureForm } from '../../support/shop/pictures.ts'
import { accountsOf } from './accounts.ts'
import { operatedThings } from './operated-things.ts'
import { bodyOf } from './request.ts'
import { searchWords } from './search-words.ts'

export type Things = Awaited<ReturnType<typeof makeThings>>

/** The subjects of requests, in the state that the call requires; functions create one that nothing else uses. */
export async function makeThings(shop: TestShop) {
  const accounts = await accountsOf(shop)
  const [product] = await addProducts(shop, [monitor])
  if (product === undefined) throw new Error('no product was added')
  const made = {
    ...accounts,
    ...cataloguing(shop),
    ...filling(shop, { ownerToken: accounts.owner.accessToken, productId: product.id }),
    ...ordering(shop, { ownerToken: accounts.owner.accessToken, product }),
    ...requesting(shop, accounts.owner.accessToken),
  }
  const order = await made.placeOrder()
  return {
    /** For things that a module makes in a file of its own. */
    shop,
    ...made,
    ...operatedThings(shop, made.placeOrder),
    ...searchWords(shop),
    product,
    order,
    serviceRequest: await made.raiseServiceRequest(),
    event: await eventOf(shop, `order-${order.orderId}`),
    reason: 'The buyer asked for a larger model',
  }
}

function cataloguing(shop: TestShop) {
  const addProduct = () => bodyOf(shop, 'POST /api/products', { token: shop.adminToken, body: monitor })
  return {
    productForm: monitor,
    supplierRow: {
      row: 2,
      fields: {
        sku: 'IMP-0001',
        title: monitor.title,
        company: monitor.company,
        brand: monitor.brand,
        category: monitor.posttype,
        lookup_type: monitor.lookupType,
        price_inr: '84500',
        qty: '12',
        description: monitor.description,
        feature_description: monitor.featureDescription,
      },
    },
    addProduct,
    upload: pictureForm,
    /** An uploaded picture, by the name of its file. */
    picture: async () => {
      const { url } = await bodyOf(shop, 'POST /api/products/images', { token: shop.adminToken, body: pictureForm() })
      return { file: url.replace('/pictures/', '') }
    },
    deletedProduct: async () => {
      const product = await addProduct()
      await bodyOf(shop, `DELETE /api/products/${product.id}`, { token: shop.adminToken })
      return product
    },
  }
}

function filling(shop: TestShop, { ownerToken, productId }: { ownerToken: string; productId: string }) {
  /** A cart with the product, which no account has claimed. */
  async function fillCart() {
    const cartId = randomUUID()
    await bodyOf(shop, `PUT /api/carts/${cartId}/items/${productId}`, { body: { quantity: 1 } })
    return { cartId, productId }
  }
  return {
    fillCart,
    /** Claimed by the USER. */
    ownCart: async () => {
      const cart = await fillCart()
      await bodyOf(shop, `POST /api/carts/${cart.cartId}/claim`, { token: ownerToken })
      return cart
    },
  }
}

type Offered = Awaited<ReturnType<typeof addProducts>>[number]

function ordering(shop: TestShop, { ownerToken, product }: { ownerToken: string; product: Offered }) {
  const orderForm = () => orderFor([[product, 2]])
  return {
    orderForm,
    /** An order of the USER, after these steps. */
    placeOrder: async (...steps: readonly ('confirm' | 'dispatch' | 'deliver')[]): Promise<{ orderId: string }> => {
      const { orderId } = await bodyOf(shop, 'POST /api/orders', { token: ownerToken, body: orderForm() })
      for (const step of steps)
        await bodyOf(shop, `POST /api/orders/${orderId}/${step}`, { token: shop.adminToken, body: {} })
      return { orderId }
    },
  }
}

function requesting(shop: TestShop, ownerToken: string) {
  const serviceRequestForm = {
    title: monitor.title,
    company: monitor.company,
    description: 'The SpO2 reading drops out after ten minutes.',
  }
  return {
    serviceRequestForm,
    /** A service request of the USER, after these steps. */
    raiseServiceRequest: async (...steps: readonly 'acknowledge'[]): Promise<{ id: string }> => {
      const { id } = await bodyOf(shop, 'POST /api/orders/productRequest', {
        token: ownerToken,
        body: serviceRequestForm,
      })
      for (const step of steps)
        await bodyOf(shop, `POST /api/orders/productRequest/${id}/${step}`, { token: shop.adminToken, body: {} })
      return { id }
    },
  }
}

async function eventOf(shop: TestShop, stream: string): Promise<{ id: string; stream: string }> {
  const { content } = await bodyOf(shop, `GET /api/audit/events?stream=${stream}`, { token: shop.adminToken })
  return content[0]
}
