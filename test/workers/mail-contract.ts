import { describe, expect, test } from 'vitest'
import { composeMail } from '#workers/mails/compose-mail.ts'
import type { MailWriter } from '#workers/mails/content.ts'
import { buyerId, shop } from './mail-deps.ts'

type Writers = Readonly<Record<string, MailWriter>>

export type MailAbout = { kind: string; stream: string; writers: Writers; name?: string }

/** A mail to the account `buyerId`. @throws where there is none to send */
export async function mailAbout({ kind, stream, writers, name = 'Asha Rao' }: MailAbout) {
  const account = (id: string) => Promise.resolve(id === buyerId ? { name, email: 'asha@clinic.in' } : undefined)
  const mail = await composeMail({ id: 'n1', kind, stream, revision: 3 }, { data: { writers, account }, shop })
  if ('reason' in mail) throw new Error(mail.reason)
  return mail
}

export type MailsUnderTest<Kind extends string> = {
  /** Of each kind of mail. */
  subjects: Readonly<Record<Kind, string>>
  /** A stream that the mails may be about. */
  stream: string
  /** Mails to `buyerId` about a thing with this text wherever a person may have typed one. */
  writersOf: (text: string) => Readonly<Record<Kind, MailWriter>>
}

/** Typed text is never interpreted. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</td></tr></table><h1>Pay here</h1>',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;b&gt; & &#60;',
  '${7*7} {{7*7}}',
  'line\r\n.\r\nBcc: evil@example.com\r\n\u2028\u202e',
]

const tagsOf = (html: string) => html.match(/<[^>]*>/g)

/** What every mail promises, whichever module it is about. */
export function mailContract<Kind extends string>({ subjects, stream, writersOf }: MailsUnderTest<Kind>): void {
  const kinds = Object.keys(subjects)
  const mailOf = (kind: string, text = 'Ward 3') =>
    mailAbout({ kind, stream, writers: writersOf(text), ...(text === 'Ward 3' ? {} : { name: text }) })

  describe('every mail', () => {
    test.each(Object.entries<string>(subjects))(
      '%s has its subject, and goes to the account',
      async (kind, subject) => {
        const mail = await mailOf(kind)
        expect(mail).toMatchObject({ id: 'n1', subjectId: buyerId, subject })
        expect(mail.to).toEqual({ name: 'Asha Rao', address: 'asha@clinic.in' })
        expect(mail.text).toContain('Dear Asha Rao,')
        expect(mail.html).toContain('Dear Asha Rao,')
      },
    )

    test.each(kinds)('%s loads nothing from anywhere, and links to the shop alone', async (kind) => {
      const { html } = await mailOf(kind)
      expect(html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/i)
      const links = [...html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
      expect(links.every((link) => link.startsWith('https://shop.example/'))).toBe(true)
    })
  })

  describe.each(hostile)('typed by a person, %j', (text) => {
    test.each(kinds)('changes nothing about the shape of %s', async (kind) => {
      expect(tagsOf((await mailOf(kind, text)).html)).toEqual(tagsOf((await mailOf(kind)).html))
    })

    test.each(kinds)('begins no line of its own in the plain text of %s', async (kind) => {
      const lines = (await mailOf(kind, text)).text.split('\n')
      expect(lines.filter((line) => /^(\.|Bcc:|\r)/.test(line))).toEqual([])
    })
  })
}
