import { describe, expect, test } from 'vitest'
import { headOf, roleOf, rootOf, soundOf, tellingOf } from './gist.ts'
import { wordsOf } from './words.ts'

describe('a root', () => {
  test.each([
    [['hang', 'hanging', 'hanger']],
    [['cut', 'cutter', 'cutting']],
    [['remove', 'remover', 'removing', 'removed']],
    [['sterilize', 'steriliser', 'sterilizing']],
    [['anesthesia', 'anaesthesia']],
    [['lock', 'lockable']],
    [['surgery', 'operation']],
    [['kids', 'children']],
  ])('is the same of %j', (words) => expect(new Set(words.map(rootOf)).size).toBe(1))

  test('of a short word is the word', () =>
    expect(['bed', 'wing', 'cable'].map(rootOf)).toEqual(['bed', 'wing', 'cabl']))
})

test.each([
  [['bachcha', 'bachche', 'bachho', 'bachhe', 'बच्चे', 'बच्चों']],
  [['ghutna', 'ghutne', 'ghutno', 'घुटनों']],
  [['dawa', 'dawai', 'दवाई', 'davai']],
  [['operation', 'ऑपरेशन']],
  [['plaster', 'प्लास्टर']],
  [['rakt', 'khoon', 'खून']],
])('the sound is the same in every case and number of %j', (words) => expect(new Set(words.map(soundOf)).size).toBe(1))

const said = (text: string) =>
  wordsOf(text).map((word) => ({ ...word, role: roleOf(word.text, word.text === 'check') }))

test.each([
  ['belt for knee pain', 'belt'],
  ['screen showing heartbeat', 'screen'],
  ['knee pain belt', 'belt'],
  ['machine for knee', undefined],
  ['knee bending machine', undefined],
  ['tools', undefined],
  ['torch digital', 'torch'],
])('the head of "%s" is %s', (text, head) => expect(headOf(said(text), text)?.text).toBe(head))

test('a device noun tells less than a word, and a vague word nothing', () =>
  expect(['knee pain', 'knee machine', 'check knee'].map((text) => tellingOf(said(text)))).toEqual([2, 1.5, 1]))
