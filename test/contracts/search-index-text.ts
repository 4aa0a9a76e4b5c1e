import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toleranceOf } from '#modules/catalogue/search/text/misspelling.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { wordsOf } from '#modules/catalogue/search/text/words.ts'
import { asking, idsFor, searchDocument, ward } from '#test/support/projections/search-documents.ts'
import { mistyped } from '#test/support/mistyped.ts'

/** Words by which products of the ward are named, with the id of each. */
const namesOfWard: [string, string][] = [
  ['pump', 'infusion'],
  ['wall', 'arm'],
  ['patient', 'vm12'],
  ['contec', 'cms'],
  ['monitor', 'cms'],
  ['syringe', 'syringe'],
  ['infusion', 'infusion'],
  ['hospital', 'bed'],
  ['ventilator', 'draeger'],
]

const wordsOfWard = ward.flatMap(({ title, brand, company, category, description, featureDescription }) =>
  wordsOf([title, brand, company, category, description, featureDescription].join(' ')).map(({ text }) => text),
)

/** Such a word is an unfinished one, and is completed instead of corrected. */
function isBeginningInWard(typed: string): boolean {
  return wordsOfWard.some((word) => word.startsWith(typed))
}

export function describeText(opened: () => ProductSearchIndex): void {
  const finds = (text: string) => idsFor(opened(), text)
  const findsEach = (texts: readonly string[]) =>
    Promise.all(texts.map(async (text) => `${text}: ${(await finds(text)).join()}`))
  const bestOfEach = (texts: readonly string[]) =>
    Promise.all(texts.map(async (text) => `${text}: ${(await finds(text))[0]}`))

  describeWords()
  describeMistakes()
  describeModelNumbers()
  describeSigns()

  function describeWords(): void {
    describe('a text', () => {
      test('finds words in the title, brand, company, category, description and features', async () => {
        const words = ['patient', 'aarogya', 'meditech', 'saturation', 'alarm']
        expect(await findsEach(words)).toEqual(each(words, 'vm12'))
        expect(await finds('icu')).toEqual(expect.arrayContaining(['vm12', 'cms', 'infusion', 'syringe', 'draeger']))
      })

      test('ranks matches in the title before those in the description', async () => {
        const found = await finds('monitor')
        expect(found.slice(0, 2).toSorted()).toEqual(['cms', 'vm12'])
        expect(found).toContain('arm')
      })

      test('may have its words in any order and case', async () => {
        expect(await bestOfEach(['MONITOR patient', 'pump infusion'])).toEqual([
          'MONITOR patient: vm12',
          'pump infusion: infusion',
        ])
      })

      test('is completed: the last word may be a prefix', async () => {
        expect(await bestOfEach(['vent', 'patient mo', 'syr'])).toEqual([
          'vent: draeger',
          'patient mo: vm12',
          'syr: syringe',
        ])
      })

      test('ranks documents with all words before those with fewer', async () => {
        expect(await bestOfEach(['infusion pump', 'syringe pump'])).toEqual([
          'infusion pump: infusion',
          'syringe pump: syringe',
        ])
      })

      test('finds documents with fewer words where none has all', async () => {
        expect(await bestOfEach(['infusion pump qqqqwxyz', 'patient qqqqwxyz'])).toEqual([
          'infusion pump qqqqwxyz: infusion',
          'patient qqqqwxyz: vm12',
        ])
      })

      test('finds nothing where no word occurs', async () => {
        const { hits, total } = await opened().search(asking({ text: 'qqqqwxyz zzzzvvvv' }))
        expect([hits, total]).toEqual([[], 0])
      })

      test('finds plurals and singulars alike', async () => {
        expect((await finds('monitors')).toSorted()).toEqual((await finds('monitor')).toSorted())
        expect(await bestOfEach(['syringes', 'beds'])).toEqual(['syringes: syringe', 'beds: bed'])
      })

      test('finds accented letters with and without accents', async () => {
        const spellings = ['dräger', 'drager', 'DRÄGER', 'dra\u0308ger']
        expect(await findsEach(spellings)).toEqual(each(spellings, 'draeger'))
      })

      test('finds whole words and prefixes in every script', async () => {
        const words = ['बिस्तर', 'रोगी बिस्तर', 'बिस्त']
        expect(await findsEach(words)).toEqual(each(words, 'hindi'))
      })
    })
  }

  function describeMistakes(): void {
    describe('a typing mistake', () => {
      test.each([
        ['in a word of four letters', ['pomp', 'pupm', 'pumpp', 'puump', 'pukmp'], 'infusion'],
        ['in a longer word', ['infusoin', 'infsion', 'infusiion', 'imfusion'], 'infusion'],
        ['in one of two words', ['patiemt monitor', 'patient moniotr'], 'vm12'],
      ])('%s is forgiven', async (_, texts, id) => {
        const answers = await Promise.all(texts.map(finds))
        expect(answers.filter((ids) => !ids.includes(id))).toEqual([])
      })

      test('in the first letter of an unfinished word is forgiven', async () => {
        const texts = ['pentil', 'entila', 'xventi', 'evntil', 'hyringe pu']
        expect(await bestOfEach(texts)).toEqual([...each(texts.slice(0, 4), 'draeger'), 'hyringe pu: syringe'])
      })

      test('is forgiven twice in a word of eight letters or more', async () => {
        const mistyped = ['vemtilater', 'ventlatro', 'ventiilatorr', 'vnetilatr']
        expect(await findsEach(mistyped)).toEqual(each(mistyped, 'draeger'))
      })

      test('is not forgiven in short words, nor twice in words of fewer than eight letters, nor three times', async () => {
        const mistyped = ['bxd', 'munitar', 'vuntuletur']
        expect(await findsEach(mistyped)).toEqual(each(mistyped, ''))
      })

      test('in a word that is English all the same is forgiven, unless the other words find something else', async () => {
        const other = searchDocument('other', { title: 'Belt', description: 'For wearing, by patients.' })
        await opened().live().put([other])
        const texts = ['hearing machine', 'wearig', 'hall arm', 'hearing arm']
        expect(await findsEach(texts)).toEqual([
          'hearing machine: other',
          'wearig: other',
          'hall arm: arm',
          'hearing arm: arm',
        ])
        await opened().live().remove(['other'])
      })

      test('of the tolerated number, anywhere in a word that no product has, is forgiven', async () => {
        const letters = fc.constantFrom(...'aeiomnprstuvxz'.split(''))
        const edit = fc.tuple(fc.nat(11), fc.nat(3), letters)
        await fc.assert(
          fc.asyncProperty(fc.constantFrom(...namesOfWard), fc.tuple(edit, edit), async ([word, id], edits) => {
            const typed = edits.slice(0, toleranceOf(word.length)).reduce(mistyped, word)
            fc.pre(toleranceOf(typed.length) >= toleranceOf(word.length) && !isBeginningInWard(typed))
            expect(await finds(typed)).toContain(id)
          }),
          { numRuns: 200 },
        )
      })

      test('is not forgiven in numbers', async () => {
        const mistyped = ['8001', '80000', '0800']
        expect(await findsEach(mistyped)).toEqual(each(mistyped, ''))
      })

      test('ranks corrected matches after exact ones', async () => {
        const exact = searchDocument('exact', { title: 'Cover', description: 'Says mohitor, far down.' })
        await opened().live().put([exact])
        expect((await finds('mohitor'))[0]).toBe('exact')
        await opened().live().remove(['exact'])
      })
    })
  }

  function describeModelNumbers(): void {
    describe('a model number', () => {
      test('is found with and without its hyphen', async () => {
        const spellings = ['CMS-8000', 'cms 8000', 'cms8000', '8000']
        expect(await bestOfEach(spellings)).toEqual(each(spellings, 'cms'))
      })

      test('is found by its prefix', async () => {
        expect(await bestOfEach(['cms 80', 'vm-1', '800'])).toEqual(['cms 80: cms', 'vm-1: vm12', '800: cms'])
      })
    })
  }

  function describeSigns(): void {
    describe('punctuation', () => {
      const operators = ['%', '_', '\\', ':*', '!!', '"', "'", '<->', '&', '|', '()', '*', '%%%', "';--", '$$', '{}']
      const signs = [...operators, '\0', '\ud800', '\u202e']

      test('alone finds nothing', async () => expect(await findsEach(signs)).toEqual(each(signs, '')))

      test('around words means nothing', async () => {
        const texts = signs.map((sign) => `${sign}ventilator${sign}`)
        expect(await findsEach(texts)).toEqual(each(texts, 'draeger'))
      })

      test('between words means nothing', async () => {
        const texts = [
          'infusion & !pump',
          'infusion | pump:*',
          `infusion' OR 'pump`,
          'infusion <-> pump',
          '"infusion pump',
        ]
        expect(await bestOfEach(texts)).toEqual(each(texts, 'infusion'))
      })
    })

    test('a text of ten thousand characters is answered', async () => {
      const texts = [
        'x'.repeat(10_000),
        'ab '.repeat(3_333),
        '%'.repeat(10_000),
        '11,'.repeat(3_333),
        'é'.repeat(10_000),
      ]
      expect(await findsEach(texts)).toHaveLength(texts.length)
      expect(await finds('monitor '.repeat(1_250))).toContain('vm12')
      expect(await finds(`monitor ${'patient '.repeat(1_250)}`)).toContain('vm12')
    })
  }
}

function each(texts: readonly string[], answer: string): string[] {
  return texts.map((text) => `${text}: ${answer}`)
}
