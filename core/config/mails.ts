import { urlOf, wrongValue, type Settings } from './settings.ts'

export type MailConfig = {
  /** `undefined` means one `.eml` file per message in the data folder. */
  smtpUrl: string | undefined
  mailFrom: { name: string; address: string }
  /** A mail that is due more than this many hours after its event is held for an operator's decision. */
  mailHoldAfterHours: number
  /** How many mails all workers together send in a second, at most. */
  mailsPerSecond: number
}

/** @throws OperatorError that names the variable, the problem and the remedy */
export function readMailConfig(settings: Settings): MailConfig {
  return {
    smtpUrl: readSmtpUrl(settings),
    mailFrom: readMailFrom(settings),
    mailHoldAfterHours: readMailHoldAfterHours(settings),
    mailsPerSecond: readMailsPerSecond(settings),
  }
}

function readSmtpUrl(settings: Settings): string | undefined {
  const value = settings.text('SMTP_URL')
  if (value === undefined) return undefined
  if (urlOf('SMTP_URL', value, ['smtps', 'smtp']).hostname === '') {
    throw wrongValue('SMTP_URL', 'has no host', 'Set it to something like smtps://user:password@mail.example.in.')
  }
  return value
}

const defaultSender = { name: 'Sanjeevani Medical', address: 'orders@sanjeevani-medical.example' }

/** A bare address gets the shop's default name, with which mails are signed. */
function readMailFrom(settings: Settings): { name: string; address: string } {
  const value = settings.text('MAIL_FROM') ?? defaultSender.address
  const [, name = '', inBrackets, bare] =
    /^(?:([^<>\p{Cc}]*)<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(value) ?? []
  const address = inBrackets ?? bare
  if (address !== undefined) return { name: name.trim() || defaultSender.name, address }
  throw wrongValue('MAIL_FROM', 'is not a sender', 'Set it to something like The Shop <shop@example.in>.')
}

function readMailHoldAfterHours(settings: Settings): number {
  const text = settings.text('MAIL_HOLD_AFTER_HOURS') ?? '24'
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  if (hours >= 1 && hours <= 8_760) return hours
  throw wrongValue('MAIL_HOLD_AFTER_HOURS', `is "${text}"`, 'Set it to a whole number of hours from 1 to 8760.')
}

function readMailsPerSecond(settings: Settings): number {
  const text = settings.text('MAILS_PER_SECOND') ?? '20'
  const mails = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  if (mails >= 1 && mails <= 1_000) return mails
  throw wrongValue('MAILS_PER_SECOND', `is "${text}"`, 'Set it to a whole number from 1 to 1000.')
}
