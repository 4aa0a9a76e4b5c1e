import { describe, test } from 'vitest'
import { specificationOf } from '#test/support/given.ts'
import { catalogueEvents, type ProductEvent } from './events.ts'
import { productDecider, type ProductFacts } from './product.ts'

const given = specificationOf(productDecider, catalogueEvents)

const details = {
  title: 'Aarogya VM-12 Patient Monitor',
  company: 'Aarogya Meditech',
  brand: 'Aarogya',
  lookupType: 'Equipment',
  posttype: 'icu-equipments',
  description: 'Bedside monitor',
  featureDescription: 'Screen: 12.1 in',
  logoUrl: '/images/devices/patient-monitor.svg',
  imgUrl1: '',
  imgUrl2: '',
  imgUrl3: '',
}
const monitor: ProductFacts = { details, pricePaise: 8_450_000, qty: 12 }
const added: ProductEvent = { type: 'ProductAdded', data: { ...details, pricePaise: 8_450_000, qty: 12 } }
const imported: ProductEvent = { type: 'ProductAdded', data: { ...added.data, sku: 'ICU-1' } }
const deleted: ProductEvent = { type: 'ProductDeleted', data: {} }
const addedAt = '2026-11-20T09:30:00.000Z'
const restored: ProductEvent = { type: 'ProductRestored', data: { ...added.data, addedAt } }

describe('adding', () => {
  test('lists a product once', () => {
    given()
      .when({ type: 'add', ...monitor })
      .thenEvents(added)
    given(added)
      .when({ type: 'add', ...monitor })
      .thenRefused('conflict', /already/)
  })
})

describe('revising', () => {
  test('records details, price and stock in separate events', () => {
    const renamed = { ...details, title: 'Aarogya VM-15 Patient Monitor' }
    given(added)
      .when({ type: 'revise', details: renamed, pricePaise: 9_000_000, qty: 3 })
      .thenEvents(
        { type: 'ProductDetailsChanged', data: renamed },
        { type: 'ProductPriceChanged', data: { from: 8_450_000, to: 9_000_000 } },
        { type: 'ProductStockChanged', data: { from: 12, to: 3 } },
      )
  })

  test('appends nothing if nothing differs', () =>
    given(added)
      .when({ type: 'revise', ...monitor })
      .thenNothing())

  const pictured = { ...details, imgUrl1: '/images/b.svg', logoAlt: 'From the front', imgAlt1: 'From behind' }
  const addedPictured: ProductEvent = { type: 'ProductAdded', data: { ...pictured, pricePaise: 8_450_000, qty: 12 } }

  test('keeps an omitted alternative text with its picture, wherever that is', () => {
    const { logoAlt: _front, imgAlt1: _behind, ...left } = pictured
    given(addedPictured)
      .when({ type: 'revise', ...monitor, details: left })
      .thenNothing()
    const swapped = { ...left, logoUrl: pictured.imgUrl1, imgUrl1: pictured.logoUrl }
    given(addedPictured)
      .when({ type: 'revise', ...monitor, details: swapped })
      .thenEvents({
        type: 'ProductDetailsChanged',
        data: { ...swapped, logoAlt: 'From behind', imgAlt1: 'From the front' },
      })
    const another = { ...left, logoUrl: '/images/c.svg' }
    given(addedPictured)
      .when({ type: 'revise', ...monitor, details: another })
      .thenEvents({ type: 'ProductDetailsChanged', data: { ...another, imgAlt1: 'From behind' } })
  })

  test('drops an alternative text that is emptied or has no picture, and puts others on one line', () => {
    const { imgAlt1: _behind, ...others } = pictured
    given(addedPictured)
      .when({ type: 'revise', ...monitor, details: { ...pictured, imgAlt1: ' ', imgAlt2: 'Of nothing' } })
      .thenEvents({ type: 'ProductDetailsChanged', data: others })
    given(addedPictured)
      .when({ type: 'revise', ...monitor, details: { ...pictured, logoAlt: ' From\n the front ' } })
      .thenNothing()
  })

  test('keeps a model number that is omitted or as shown before, and records any other', () => {
    const entered = { ...details, modelNumber: 'VM-99' }
    given(added)
      .when({ type: 'revise', ...monitor, details: { ...details, modelNumber: 'VM-12' } })
      .thenNothing()
    given(added)
      .when({ type: 'revise', ...monitor, details: entered })
      .thenEvents({ type: 'ProductDetailsChanged', data: entered })
    given(added, { type: 'ProductDetailsChanged', data: entered })
      .when({ type: 'revise', ...monitor })
      .thenNothing()
    given(added)
      .when({ type: 'revise', ...monitor, details: { ...details, modelNumber: '' } })
      .thenEvents({ type: 'ProductDetailsChanged', data: { ...details, modelNumber: '' } })
  })

  test('starts from the current price', () =>
    given(added, { type: 'ProductPriceChanged', data: { from: 8_450_000, to: 100 } })
      .when({ type: 'revise', ...monitor })
      .thenEvents({ type: 'ProductPriceChanged', data: { from: 100, to: 8_450_000 } }))

  test('refuses a missing or deleted product', () => {
    given()
      .when({ type: 'revise', ...monitor })
      .thenRefused('not-found', /no such product/)
    given(added, deleted)
      .when({ type: 'revise', ...monitor })
      .thenRefused('not-found', /no such product/)
  })
})

describe('importing', () => {
  test('adds a new product and revises an existing one', () => {
    given()
      .when({ type: 'import', sku: 'ICU-1', keep: [], ...monitor })
      .thenEvents(imported)
    given(imported)
      .when({ type: 'import', sku: 'ICU-1', keep: [], ...monitor })
      .thenNothing()
    given(imported)
      .when({ type: 'import', sku: 'ICU-1', keep: [], ...monitor, qty: 1 })
      .thenEvents({ type: 'ProductStockChanged', data: { from: 12, to: 1 } })
  })

  test('keeps pictures that the file omits', () => {
    const withPicture = { ...imported, data: { ...imported.data, logoUrl: '/a.svg', imgUrl1: '/b.svg' } }
    const details = { ...monitor.details, logoUrl: '', imgUrl1: '' }
    given(withPicture)
      .when({ type: 'import', sku: 'ICU-1', keep: ['logoUrl', 'imgUrl1'], ...monitor, details })
      .thenNothing()
    given(withPicture)
      .when({ type: 'import', sku: 'ICU-1', keep: ['logoUrl'], ...monitor, details })
      .thenEvents({ type: 'ProductDetailsChanged', data: { ...details, logoUrl: '/a.svg' } })
  })

  test('does not restore a product that the admin deleted', () =>
    given(imported, deleted)
      .when({ type: 'import', sku: 'ICU-1', keep: [], ...monitor })
      .thenRefused('conflict', /deleted/))
})

describe('deleting', () => {
  test('deletes a product once', () => {
    given(added).when({ type: 'delete' }).thenEvents(deleted)
    given(added, deleted).when({ type: 'delete' }).thenNothing()
    given()
      .when({ type: 'delete' })
      .thenRefused('not-found', /no such product/)
  })
})

describe('restoring', () => {
  test('restores a deleted product unchanged, once', () => {
    given(added, deleted).when({ type: 'restore', addedAt }).thenEvents(restored)
    given(added, deleted, restored).when({ type: 'restore', addedAt }).thenNothing()
    given(added).when({ type: 'restore', addedAt }).thenNothing()
  })

  test('keeps changes made before the deletion', () =>
    given(added, { type: 'ProductPriceChanged', data: { from: 8_450_000, to: 100 } }, deleted)
      .when({ type: 'restore', addedAt })
      .thenEvents({ type: 'ProductRestored', data: { ...added.data, pricePaise: 100, addedAt } }))

  test('allows the product to be revised and deleted again', () => {
    given(added, deleted, restored)
      .when({ type: 'revise', ...monitor, qty: 3 })
      .thenEvents({ type: 'ProductStockChanged', data: { from: 12, to: 3 } })
    given(added, deleted, restored).when({ type: 'delete' }).thenEvents(deleted)
  })

  test('refuses a product that never existed', () =>
    given()
      .when({ type: 'restore', addedAt })
      .thenRefused('not-found', /no such product/))
})
