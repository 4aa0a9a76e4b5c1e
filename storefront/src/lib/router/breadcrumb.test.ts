import { describe, expect, it } from 'vitest'
import { breadcrumbOf } from './breadcrumb.ts'

describe('the breadcrumb', () => {
  it('is empty at home', () => expect(breadcrumbOf('/')).toEqual([]))

  it('is the path, capitalised, without a link on the last segment', () => {
    expect(breadcrumbOf('/collection/medical-furniture')).toEqual([
      { label: 'Home', path: '/' },
      { label: 'Collection', path: '/collection' },
      { label: 'Medical Furniture' },
    ])
  })

  it('names a product instead of showing its id, and leads to the list of products', () => {
    expect(breadcrumbOf('/products/0192-ab', 'Patient Monitor')).toEqual([
      { label: 'Home', path: '/' },
      { label: 'Products', path: '/collection/products' },
      { label: 'Patient Monitor' },
    ])
  })

  it('leads from a cart to the events, for there is no list of carts', () => {
    expect(breadcrumbOf('/admin/carts/0192-ab').at(-2)).toEqual({ label: 'Carts', path: '/admin/events' })
  })

  it('survives a path that is no valid encoding', () => {
    expect(breadcrumbOf('/a%E0%A4%A').at(-1)?.label).toBe('A%E0%A4%A')
  })
})
