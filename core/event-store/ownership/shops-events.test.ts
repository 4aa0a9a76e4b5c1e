import { expect, test } from 'vitest'
import { shopsEvents } from './shops-events.ts'
import { inCategory, textIn } from './stream-category.ts'
import { Type } from 'typebox'

const schema = Type.Object({})
const room = { name: 'room', id: /^[0-9]{3}$/ }
const guest = { name: 'guest', id: /^[a-z]+$/ }
const lobby = { name: 'lobby', id: /^$/ }
const shops = shopsEvents({
  ...inCategory(room, {
    RoomOpened: { version: 1, schema, idIn: textIn('room') },
    RoomCleaned: { version: 1, schema },
  }),
  ...inCategory(guest, { GuestArrived: { version: 1, schema } }),
  ...inCategory(lobby, { LobbyOpened: { version: 1, schema } }),
})
const has = (stream: string, type: string, data: unknown = {}) => shops.has({ stream, type, data })

test('a type is the shop’s in streams of its own category only', () => {
  expect(has('room-101', 'RoomCleaned')).toBe(true)
  expect(has('guest-asha', 'GuestArrived')).toBe(true)
  expect(has('guest-asha', 'RoomCleaned')).toBe(false)
})

test.each(['room-10', 'room-1010', 'room-', 'room', 'Room-101', 'room-101-2', 'foreign-1', '', '101'])(
  'no event in a stream named "%s" is the shop’s',
  (stream) => {
    expect(has(stream, 'RoomCleaned')).toBe(false)
    expect(has(stream, 'SomethingNew')).toBe(false)
  },
)

test('a category of a single stream has that stream alone', () => {
  expect(has('lobby', 'LobbyOpened')).toBe(true)
  expect(['lobby-', 'lobby-1', 'lobbys', 'Lobby'].filter((stream) => has(stream, 'LobbyOpened'))).toEqual([])
  expect(shops.hasStream?.('lobby')).toBe(true)
  expect(shops.hasStream?.('lobby-1')).toBe(false)
  expect(shops.prefixes).toEqual(['room-', 'guest-', 'lobby'])
})

test('the id in the data must agree with the name of the stream', () => {
  expect(has('room-101', 'RoomOpened', { room: '101' })).toBe(true)
  expect(has('room-102', 'RoomOpened', { room: '101' })).toBe(false)
})

test.each([[undefined], [null], [[]], ['text'], [{}], [{ room: 101 }]])(
  'data without an id, such as %j, makes an event of the shop that is damaged',
  (data) => {
    expect(has('room-101', 'RoomOpened', data)).toBe(true)
  },
)

test('an unknown type in a well-formed stream is the shop’s: a newer release wrote it', () => {
  expect(has('room-101', 'RoomPainted')).toBe(true)
})

test.each([
  ['$ce-room', 'RoomOpened'],
  ['$$room-101', '$metadata'],
  ['room-101', '$>'],
])('an event of the server itself is not the shop’s: %s, %s', (stream, type) => {
  expect(has(stream, type)).toBe(false)
})

test('refuses two forms of ids in one category', () => {
  const definitions = {
    ...inCategory(room, { RoomOpened: { version: 1, schema } }),
    ...inCategory({ ...room, id: /^[a-z]$/ }, { RoomCleaned: { version: 1, schema } }),
  }
  expect(() => shopsEvents(definitions)).toThrow('category room has two forms of ids')
})
