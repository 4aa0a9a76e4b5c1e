import { expect, test } from 'vitest'
import { factsOf, factsOfEvent } from './facts.ts'

const labelsOf = (data: Parameters<typeof factsOfEvent>[0]) => factsOfEvent(data).map(({ label }) => label)
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

test('describes an event without the values of a change, whose unit only its sentence knows', () => {
  expect(labelsOf({ from: 8_450_050, to: 9_000_000 })).toEqual([])
  expect(labelsOf({ account: 'a', from: ['USER'], to: ['ADMIN'] })).toEqual(['Account'])
  expect(labelsOf({ from: 'shop', text: 'We call you' })).toEqual(['From', 'Text'])
})
