import { expect, test } from 'vitest'
import { leaseAge } from './lease-age.ts'

test.each([
  ['time has passed', { wall: 5_000, monotonic: 5_000 }, 5_000],
  ['the machine has slept', { wall: 60_000, monotonic: 10 }, 60_000],
  ['the clock was set back', { wall: -3_600_000, monotonic: 20_000 }, 20_000],
])('a lease is as old as the clock says that shows the higher age, after %s', (_why, passed, age) => {
  const now = { wall: 1_795_000_000_000, monotonic: 100 }
  const ageNow = leaseAge({ wall: () => now.wall, monotonic: () => now.monotonic })
  now.wall += passed.wall
  now.monotonic += passed.monotonic
  expect(ageNow()).toBe(age)
})
