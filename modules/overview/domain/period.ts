import { daysLater, daysOf, type IndianDay } from '#core/domain/indian-day.ts'
import { Rejection } from '#core/domain/errors.ts'

/** A period of days in India; `to` is included. */
export type Period = { from: IndianDay; to: IndianDay }

/** A leap year. */
const maxDays = 366
const defaultDays = 7

/** The period that was asked for: by default a week, which ends with `to`, or today. @throws Rejection */
export function periodOf(
  { from, to }: { from?: IndianDay | undefined; to?: IndianDay | undefined },
  today: IndianDay,
): Period {
  const last = to ?? (from !== undefined && from > today ? from : today)
  const period = { from: from ?? daysLater(last, 1 - defaultDays), to: last }
  const days = daysOf(period).length
  if (days === 0) throw invalid('The first day must not be after the last one')
  if (days > maxDays) throw invalid(`A period has at most ${maxDays} days`)
  return period
}

function invalid(message: string): Rejection {
  return new Rejection('invalid', message, { errors: [{ field: 'from', defaultMessage: message }] })
}

const daysOfWeek = 7

/**
 * The period with which this one is compared: the same days, as few whole weeks earlier as are needed for the two not to
 * overlap. Sales differ by the day of the week, so each day is compared with the same one.
 */
export function periodBefore(period: Period): Period {
  const shift = daysOfWeek * Math.ceil(daysOf(period).length / daysOfWeek)
  return { from: daysLater(period.from, -shift), to: daysLater(period.to, -shift) }
}
