import { Rejection } from '../../../domain/errors.ts'

/** How many times a caller may do something in a window, which begins with the first time. */
export type Budget = {
  /** In kebab-case; the namespace of its keys. */
  name: string
  points: number
  durationSeconds: number
  /** What is limited, in the plural, for the message to the person. */
  noun: string
}

/** One point of a budget, for an account or a network address. */
export type Charge = { budget: Budget; key: string }

/** The refusal of a charge whose budget is used up. `msLeft` is the rest of its window. */
export function budgetRefusal({ noun }: Budget, msLeft: number): Rejection {
  const retryAfterSeconds = Math.max(1, Math.ceil(msLeft / 1000))
  const message = `Too many ${noun} in a short time. Please try again in ${waitText(retryAfterSeconds)}.`
  return new Rejection('too-many-requests', message, { retryAfterSeconds })
}

function waitText(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}
