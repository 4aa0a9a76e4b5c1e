import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Expected } from './expected.tsx'

const days = { dispatch: '2026-11-23T05:00:00.000Z', from: '2026-11-26T05:00:00.000Z', to: '2026-12-01T05:00:00.000Z' }

const shownAt = (time: string, { dispatch, ...others } = days, isDispatched = false) =>
  renderToStaticMarkup(
    <Expected days={isDispatched ? others : { dispatch, ...others }} at={Date.parse(time)} />,
  ).replaceAll(/<[^>]*>/g, '')

test('an order is expected if it is dispatched in time, to the end of the day', () =>
  expect(shownAt('2026-11-23T18:00:00Z')).toBe(
    'Estimated delivery: 26 Nov 2026 to 1 Dec 2026, if it is dispatched by 23 Nov 2026',
  ))

test('an order that was not dispatched in time may be later', () =>
  expect(shownAt('2026-11-25T05:00:00Z')).toBe(
    'Estimated delivery: 26 Nov 2026 to 1 Dec 2026, or later: it was to be dispatched by 23 Nov 2026',
  ))

test('a dispatched order is expected until the last day has passed', () => {
  expect(shownAt('2026-12-01T18:00:00Z', days, true)).toBe('Estimated delivery: 26 Nov 2026 to 1 Dec 2026')
  expect(shownAt('2026-12-03T05:00:00Z', days, true)).toBe(
    'This order is late: its delivery was estimated for 26 Nov 2026 to 1 Dec 2026',
  )
})
