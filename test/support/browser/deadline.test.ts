import { expect, test } from 'vitest'
import { withDeadline } from './deadline.ts'

test('a call that the browser answers has its answer, or its error', async () => {
  expect(await withDeadline('page.evaluate', Promise.resolve(7))).toBe(7)
  await expect(withDeadline('page.evaluate', Promise.reject(new Error('no such element')))).rejects.toThrow(
    'no such element',
  )
})

test('a call that the browser does not answer ends with an error that names it', async () => {
  const hanging = new Promise(() => undefined)
  await expect(withDeadline('page.evaluate at /admin', hanging, 10)).rejects.toThrow(
    'the browser has not answered page.evaluate at /admin within 0.01 s',
  )
})
