import { describe, expect, test } from 'vitest'
import { columnsOfFile, readColumnNames } from './column-names.ts'
import { requiredColumns } from './columns.ts'

const renamed = requiredColumns.map((column) => (column === 'title' ? 'Product name' : column))

describe('the names of columns in a file', () => {
  test('are read from options, in any case and with an equals sign in a name', () => {
    expect([...readColumnNames(['Product name=title', ' a=b = QTY '])]).toEqual([
      ['title', 'Product name'],
      ['qty', 'a=b'],
    ])
  })

  test.each(['title', '=title', 'Product name=', 'Product name=titel'])('are refused as %j', (option) => {
    expect(() => readColumnNames([option])).toThrow(`--column is "${option}"`)
  })

  test('are refused when two of them name one column', () => {
    expect(() => readColumnNames(['A=title', 'B=title'])).toThrow('--column names title twice')
  })
})

describe('the columns of a file', () => {
  test('may have other names, including unknown ones', () => {
    const columns = columnsOfFile(
      [' product NAME ', ...requiredColumns.slice(0, 1), 'Colour', ...requiredColumns.slice(2)],
      names,
    )
    expect(columns).toEqual(['title', 'sku', 'colour', ...requiredColumns.slice(2)])
  })

  test('that are missing are named, with options for their probable names', () => {
    expect(() => columnsOfFile(renamed, new Map())).toThrow(
      expect.objectContaining({
        message: 'the file has no column title',
        remedy: 'If these columns hold them, add: --column "Product name=title"',
      }),
    )
    expect(() => columnsOfFile(['sku'], new Map())).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('Its first line must name the columns: sku, title') }),
    )
  })

  test('named by an option must exist', () => {
    expect(() => columnsOfFile(requiredColumns, names)).toThrow('the file has no column "Product name"')
  })

  test('may occur only once', () => {
    expect(() => columnsOfFile([...renamed, 'title'], names)).toThrow('the file has more than one column title')
  })
})

const names = readColumnNames(['Product name=title'])
