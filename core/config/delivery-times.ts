import { wrongValue, type Settings } from './settings.ts'

/** Working days, Monday to Saturday, from which delivery is estimated. */
export type DeliveryTimes = {
  /** Until goods leave the warehouse. */
  dispatchDays: number
  /** From then until they arrive. */
  deliveryDays: { from: number; to: number }
}

/** Reads DISPATCH_DAYS and DELIVERY_DAYS. */
export function readDeliveryTimes(settings: Settings): DeliveryTimes {
  return { dispatchDays: readDispatchDays(settings), deliveryDays: readDeliveryDays(settings) }
}

function readDispatchDays(settings: Settings): number {
  const text = settings.text('DISPATCH_DAYS') ?? '2'
  const days = daysOf(text)
  if (days !== undefined) return days
  throw wrongValue('DISPATCH_DAYS', `is "${text}"`, 'Set it to a whole number of working days from 0 to 90.')
}

function readDeliveryDays(settings: Settings): DeliveryTimes['deliveryDays'] {
  const text = settings.text('DELIVERY_DAYS') ?? '3-7'
  const [from, to, ...more] = text.split('-').map((part) => daysOf(part.trim()))
  if (from !== undefined && to !== undefined && from <= to && more.length === 0) return { from, to }
  throw wrongValue(
    'DELIVERY_DAYS',
    `is "${text}"`,
    'Set it to the fewest and the most working days, from 0 to 90, such as 3-7.',
  )
}

function daysOf(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= 90 ? Number(text) : undefined
}
