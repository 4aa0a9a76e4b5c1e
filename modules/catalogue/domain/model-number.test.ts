import { describe, expect, test } from 'vitest'
import type { ProductDetails } from './events.ts'
import { modelNumberOf } from './model-number.ts'

const monitor: ProductDetails = {
  title: 'Patient Monitor',
  company: 'Aarogya Meditech',
  brand: 'Aarogya',
  lookupType: 'Equipment',
  posttype: 'icu-equipments',
  description: 'Bedside monitor',
  featureDescription: 'Screen: 12.1 in',
  logoUrl: '',
  imgUrl1: '',
  imgUrl2: '',
  imgUrl3: '',
}

describe('the model number of a product', () => {
  test('is the entered one, whatever the texts contain', () => {
    const texts = { title: 'Aarogya VM-12 Patient Monitor', featureDescription: 'Model: VM-15' }
    expect(modelNumberOf({ ...monitor, ...texts, modelNumber: 'VM-99' })).toBe('VM-99')
    expect(modelNumberOf({ ...monitor, ...texts, modelNumber: '' })).toBeNull()
  })

  test.each([
    ['Screen: 12.1 in\nModel: VM-12', 'VM-12'],
    ['model no.:  VM 12 B \r\nWeight: 4 kg', 'VM 12 B'],
    ['Model Number: 4711', '4711'],
    ['Model:VM-12', 'VM-12'],
    ['Weight: 4 kg\nModel No:VM-12\nModel: VM-13', 'VM-12'],
    ['Model:', null],
    ['Supported models: VM-12', null],
    [`Model: ${'several '.repeat(10)}`, null],
  ])('is read from the specification %j', (featureDescription, model) =>
    expect(modelNumberOf({ ...monitor, featureDescription })).toBe(model),
  )

  test.each([
    ['Aarogya VM-12 Patient Monitor', 'VM-12'],
    ['aarogya GM-SW5 Radial Shockwave, Trolley', 'GM-SW5'],
    ['Aarogya CMS8000, with printer', 'CMS8000'],
    ['VM-12 Patient Monitor', 'VM-12'],
    ['Aarogya X-Ray Viewer', null],
    ['Aarogya D3 Tablets', null],
    ['Aarogya 500 ml Bottle', null],
    ['Aarogya COVID-19 Antigen Test', null],
    ['Aarogya KN95 Mask', null],
    ['Aarogya Monitor VM-12', null],
  ])('is read from the title %j', (title, model) => expect(modelNumberOf({ ...monitor, title })).toBe(model))

  test('in the specification comes before one in the title', () =>
    expect(modelNumberOf({ ...monitor, title: 'Aarogya VM-12 Monitor', featureDescription: 'Model: VM-12/B' })).toBe(
      'VM-12/B',
    ))
})
