import { describe, expect, it } from 'vitest'
import { breadcrumbOf } from './breadcrumb.ts'

describe('the breadcrumb', () => {
  it('is empty on the home page', () => expect(breadcrumbOf('/')).toEqual([]))

  it('is the path, capitalised, without a link on the last segment', () => {
    expect(breadcrumbOf('/collection/medical-furniture')).toEqual([
      { label: 'Home', path: '/' },
      { label: 'Collection', path: '/collection' },
      { label: 'Medical Furniture' },
    ])
  })

  it('shows the title of a product instead of its id, and links to the list of products', () => {
    expect(breadcrumbOf('/products/0192-ab', 'Patient Monitor')).toEqual([
      { label: 'Home', path: '/' },
      { label: 'Products', path: '/collection/products' },
      { label: 'Patient Monitor' },
    ])
  })

  it('links from a cart to the events, because there is no list of carts', () => {
    expect(breadcrumbOf('/admin/carts/0192-ab').at(-2)).toEqual({ label: 'Carts', path: '/admin/events' })
  })

  it('shows a path with an invalid encoding as it is', () => {
    expect(breadcrumbOf('/a%E0%A4%A').at(-1)?.label).toBe('A%E0%A4%A')
  })
})
