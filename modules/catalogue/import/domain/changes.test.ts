import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

const details = {
  title: 'Monitor',
  company: 'Aarogya',
  brand: 'Aarogya',
  lookupType: 'Equipment',
  posttype: 'icu-equipments',
  description: 'Bedside monitor',
  featureDescription: 'Screen: 12 in',
  logoUrl: '',
  imgUrl1: '',
  imgUrl2: '',
  imgUrl3: '',
}
const before = { details, pricePaise: 8_450_050, qty: 12 }

test('names changes by the columns of the file, with money in rupees', () => {
  const after = { ...details, featureDescription: 'Screen: 15 in', imgUrl1: '/images/a.svg' }
  const changes = changesOf(before, [
    { type: 'ProductDetailsChanged', data: after },
    { type: 'ProductPriceChanged', data: { from: 8_450_050, to: 100 } },
    { type: 'ProductStockChanged', data: { from: 12, to: 0 } },
  ])
  expect(changes).toEqual([
    { column: 'feature_description', from: 'Screen: 12 in', to: 'Screen: 15 in' },
    { column: 'img_url1', from: '', to: '/images/a.svg' },
    { column: 'price_inr', from: '84500.50', to: '1.00' },
    { column: 'qty', from: '12', to: '0' },
  ])
})

test('truncates a long text', () => {
  const [change] = changesOf(before, [
    { type: 'ProductDetailsChanged', data: { ...details, description: 'x'.repeat(500) } },
  ])
  expect(change?.to).toHaveLength(160)
})
