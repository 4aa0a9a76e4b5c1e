import { formatInr, paise, times } from '#core/domain/money.ts'
import { oneLine } from '#core/text/one-line.ts'
import { makerOf, type Block, type MailContent, type MailedLine, type Shop } from '../content.ts'

/** Renders plain text. User input stays on one line, so that it cannot imitate the shop's own text. */
export function renderText(content: MailContent, shop: Shop, recipientName: string): string {
  const parts = [
    content.heading,
    `Dear ${oneLine(recipientName)},`,
    ...content.blocks.map(renderBlock).filter(Boolean),
    `With warm regards,\n${shop.name}`,
    `--\nThis email was sent to you because it concerns your account with ${shop.name}.\n` +
      `Questions? We are happy to help: ${shop.publicUrl}/support-client-services`,
  ]
  return `${parts.join('\n\n')}\n`
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return oneLine(block.text)
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')
    case 'lines':
      return [...block.lines.map(renderLine), `Total, exclusive of GST: ${formatInr(block.totalPaise)}`].join('\n\n')
    case 'button':
      return `${block.label}: ${block.url}`
  }
}

function renderLine(line: MailedLine): string {
  const amount = times(paise(line.pricePaise), line.quantity)
  const price = `${line.quantity} x ${formatInr(line.pricePaise)} = ${formatInr(amount)}`
  return [oneLine(line.title), oneLine(makerOf(line)), price]
    .filter(Boolean)
    .map((text) => `  ${text}`)
    .join('\n')
}
