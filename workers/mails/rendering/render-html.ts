import { formatInr, paise, times } from '#core/domain/money.ts'
import { makerOf, type Block, type MailContent, type MailedLine, type Shop } from '../content.ts'
import { markup, type Markup } from './markup.ts'

const ink = '#1b2a29'
const quiet = '#566563'
const accent = '#0b4f4d'
const line = 'border-bottom:1px solid #dfe6e4'
const font = 'font-family:Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const text = `${font};font-size:15px;line-height:1.5;color:${ink}`
const small = `${font};font-size:13px;line-height:1.5;color:${quiet}`

const styles = {
  page: 'background:#f1f5f4',
  card: 'width:100%;max-width:600px;background:#ffffff;border:1px solid #dfe6e4;border-radius:8px',
  shop: `padding:20px 32px;${line};${font};font-size:18px;font-weight:600;color:${accent}`,
  body: `padding:28px 32px 8px;${text}`,
  heading: `margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:${ink}`,
  foot: `padding:16px 32px 20px;border-top:1px solid #dfe6e4;${small}`,
  button: `display:inline-block;padding:12px 22px;${font};font-size:15px;font-weight:600;color:#ffffff;text-decoration:none`,
  label: `padding:4px 16px 4px 0;vertical-align:top;white-space:nowrap;color:${quiet}`,
  value: 'padding:4px 0;vertical-align:top;white-space:pre-line;word-break:break-word',
  head: `padding:8px 0;${line};font-size:13px;font-weight:600;color:${quiet}`,
  item: `padding:10px 0;${line};vertical-align:top;word-break:break-word`,
  figure: `padding:10px 0 10px 12px;${line};vertical-align:top;white-space:nowrap`,
  total: 'padding:12px 0 0 12px;font-weight:600;white-space:nowrap',
}

const layout = markup`role="presentation" cellpadding="0" cellspacing="0" border="0"`

/** Renders HTML with tables and inline styles, which every mail client supports. Loads no external resources. */
export function renderHtml(content: MailContent, shop: Shop, recipientName: string): string {
  return markup`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${content.subject}</title>
</head>
<body style="margin:0;padding:0;${styles.page}">
<table ${layout} width="100%" style="${styles.page}">
<tr><td align="center" style="padding:24px 12px">
<table ${layout} width="600" style="${styles.card}">
<tr><td style="${styles.shop}">${shop.name}</td></tr>
<tr><td style="${styles.body}">
<h1 style="${styles.heading}">${content.heading}</h1>
<p style="margin:0 0 16px">Dear ${recipientName},</p>
${content.blocks.map(renderBlock)}
<p style="margin:0 0 24px">With warm regards,<br>${shop.name}</p>
</td></tr>
<tr><td style="${styles.foot}">
This email was sent to you because it concerns your account with ${shop.name}. Questions? We are happy to help:
<a href="${shop.publicUrl}/support-client-services" style="color:${accent}">support and client services</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.html
}

function renderBlock(block: Block): Markup {
  switch (block.kind) {
    case 'paragraph':
      return markup`<p style="margin:0 0 16px">${block.text}</p>\n`
    case 'facts':
      return renderFacts(block.rows)
    case 'lines':
      return renderLines(block.lines, block.totalPaise)
    case 'button':
      return markup`<table ${layout} style="margin:4px 0 24px"><tr>
<td style="border-radius:6px;background:${accent}"><a href="${block.url}" style="${styles.button}">${block.label}</a></td>
</tr></table>\n`
  }
}

function renderFacts(rows: readonly (readonly [string, string])[]): Markup {
  if (rows.length === 0) return markup``
  const lines = rows.map(
    ([label, value]) => markup`<tr>
<td style="${styles.label}">${label}</td>
<td style="${styles.value}">${value}</td>
</tr>`,
  )
  return markup`<table ${layout} style="margin:0 0 16px;${text}">${lines}</table>\n`
}

function renderLines(lines: readonly MailedLine[], totalPaise: number): Markup {
  return markup`<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px;${text}">
<tr><th scope="col" align="left" style="${styles.head}">Item</th><th scope="col" align="right" style="${styles.head}">Amount</th></tr>
${lines.map(renderLine)}
<tr>
<td align="right" style="${styles.total}">Total, exclusive of GST</td>
<td align="right" style="${styles.total}">${formatInr(totalPaise)}</td>
</tr>
</table>\n`
}

/** Only two columns, because a phone is 390 px wide. */
function renderLine(line: MailedLine): Markup {
  const amount = times(paise(line.pricePaise), line.quantity)
  const count = `${line.quantity} × ${formatInr(line.pricePaise)}`
  return markup`<tr>
<td style="${styles.item}">${line.title}<br><span style="${small}">${makerOf(line)}</span><br><span style="${small}">${count}</span></td>
<td align="right" style="${styles.figure}">${formatInr(amount)}</td>
</tr>`
}
