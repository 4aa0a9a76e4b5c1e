import type { TestShop } from '../../support/shop/shop.ts'
import { bodyOf } from './request.ts'

/** Synonyms that nothing else uses. */
export function searchWords(shop: TestShop) {
  const synonymForm = { language: 'en', terms: ['usg'], means: ['ultrasound machine'], kind: 'abbreviation' }
  const asAdmin = (call: string, body: unknown) => bodyOf(shop, call, { token: shop.adminToken, body })
  return {
    synonymForm,
    synonym: async (state: 'added' | 'changed'): Promise<{ id: string }> => {
      const { id } = await asAdmin('POST /api/search/synonyms', { ...synonymForm, terms: ['sono'] })
      if (state === 'changed') await asAdmin(`PUT /api/search/synonyms/${id}`, synonymForm)
      return { id }
    },
  }
}
