import { paiseFromRupees } from '#core/domain/money.ts'
import { Rejection } from '#core/domain/errors.ts'
import { alternativeTextsIn } from './alternative-text.ts'
import { findCollection } from './categories.ts'
import type { ProductFacts } from './product.ts'
import type { ProductInput } from '../schema.ts'

/** Converts the admin's input to stored facts: text as typed, the category as its path, the price in paise. */
export function factsOf(input: ProductInput): ProductFacts {
  const pricePaise = paiseFromRupees(input.price)
  if (pricePaise === undefined) throw new Rejection('invalid', 'Price must have at most 2 decimals')
  const { title, company, brand, lookupType, description, featureDescription, qty } = input
  return {
    details: {
      title,
      company,
      brand,
      lookupType,
      posttype: findCollection(input.posttype ?? '')?.path ?? '',
      description,
      featureDescription,
      ...picturesOf(input),
      ...alternativeTextsIn(input),
      ...modelOf(input),
    },
    pricePaise,
    qty,
  }
}

function modelOf({ modelNumber }: ProductInput) {
  return modelNumber === undefined ? {} : { modelNumber: modelNumber?.trim() ?? '' }
}

function picturesOf({ logoUrl = '', imgUrl1 = '', imgUrl2 = '', imgUrl3 = '' }: ProductInput) {
  return { logoUrl, imgUrl1, imgUrl2, imgUrl3 }
}
