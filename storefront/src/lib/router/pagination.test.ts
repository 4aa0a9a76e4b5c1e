import { describe, expect, it } from 'vitest'
import { pageSummary, pageWindow, parsePage } from './pagination.ts'

describe('the window of page numbers', () => {
  it('is empty when there is only one page', () => {
    expect(pageWindow(0, 0)).toEqual([])
    expect(pageWindow(0, 1)).toEqual([])
  })

  it('shows up to five pages around the current one', () => {
    expect(pageWindow(0, 3)).toEqual([0, 1, 2])
    expect(pageWindow(0, 20)).toEqual([0, 1, 2, 3, 4])
    expect(pageWindow(10, 20)).toEqual([8, 9, 10, 11, 12])
    expect(pageWindow(19, 20)).toEqual([15, 16, 17, 18, 19])
  })

  it('stays within the pages even if the current page is beyond them', () => {
    expect(pageWindow(99, 7)).toEqual([2, 3, 4, 5, 6])
  })
})

describe('the page of an address', () => {
  it.each([
    ['2', 2],
    [3, 3],
    ['1', undefined],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['x', undefined],
    ['1e9', 100_000],
    ['1e999', undefined],
    [undefined, undefined],
  ])('%j means %j', (value, page) => expect(parsePage(value)).toBe(page))
})

it('summarises a page with its number only if there are other pages', () => {
  expect(pageSummary({ number: 1, totalPages: 5 }, '45 products')).toBe('Page 2 of 5, 45 products')
  expect(pageSummary({ number: 0, totalPages: 1 }, '4 products')).toBe('4 products')
  expect(pageSummary({ number: 9, totalPages: 5 }, '45 products')).toBe('45 products')
})
