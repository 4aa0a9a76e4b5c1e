import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'

const shown = (state: unknown) => Object.fromEntries(factsOf(state).map(({ label, value }) => [label, value]))

test('describes a state in the words of the pages, not of the code', () => {
  const details = {
    title: 'Otoscope',
    imgUrl1: '/one.svg',
    logoUrl: '/main.svg',
    posttype: 'tools',
    lookupType: 'Tool',
  }
  expect(shown({ status: 'checkedOut', details, pricePaise: 450_000, qty: 12 })).toEqual({
    Status: 'checked out',
    Title: 'Otoscope',
    'Picture 1': '/one.svg',
    'Main picture': '/main.svg',
    Category: 'tools',
    'Lookup type': 'Tool',
    Price: '₹4,500',
    'Quantity in stock': '12',
  })
  expect(shown({ buyer: { loginUserName: 'asha' } })).toEqual({ 'Buyer, username': 'asha' })
})
