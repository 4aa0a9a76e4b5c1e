import { describe, expect, it } from 'vitest'
import { storageInMemory } from '../../lib/storage/storage-in-memory.ts'
import { viewsKey } from '../../lib/storage/console-storage-keys.ts'
import { savedViews } from './saved-views.ts'

const list = '/admin/orders'

describe('the saved views of an account', () => {
  it('are kept by list, and one of the same name is replaced', () => {
    const storage = storageInMemory()
    const views = savedViews(storage, 'a1')
    views.save(list, { name: 'Large', query: '?sort=total-desc' })
    views.save(list, { name: 'New', query: '?status=received' })
    views.save('/admin/users', { name: 'Admins', query: '?role=ADMIN' })
    views.save(list, { name: 'Large', query: '?sort=total-desc&size=50' })
    expect(savedViews(storage, 'a1').of(list)).toEqual([
      { name: 'New', query: '?status=received' },
      { name: 'Large', query: '?sort=total-desc&size=50' },
    ])
    views.remove(list, 'New')
    expect(views.of(list).map(({ name }) => name)).toEqual(['Large'])
    expect(views.of('/admin/users')).toHaveLength(1)
  })

  it('are not read by another account, whose first view replaces them', () => {
    const storage = storageInMemory()
    savedViews(storage, 'a1').save(list, { name: 'Asha', query: '?text=asha' })
    const other = savedViews(storage, 'a2')
    expect(other.of(list)).toEqual([])
    other.save(list, { name: 'New', query: '' })
    expect(storage.read(viewsKey)).not.toContain('asha')
  })

  it('are the last twenty of a list', () => {
    const views = savedViews(storageInMemory(), 'a1')
    for (let place = 0; place < 25; place += 1) views.save(list, { name: `View ${place}`, query: '' })
    expect(views.of(list).map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, place) => `View ${place + 5}`),
    )
  })

  it.each(['', 'null', '[]', '{"account":"a1","views":7}', '{"account":"a1","views":{"/admin/orders":[{"name":1}]}}'])(
    'are empty if the browser stores %s',
    (stored) => {
      const storage = storageInMemory()
      storage.write(viewsKey, stored)
      expect(savedViews(storage, 'a1').of(list)).toEqual([])
    },
  )
})
