import { streamTitles } from '../../lib/event-types.gen.ts'
import { shortened } from '../../ui/data/short-id.tsx'

/** The type of an event in words: `order placed`. */
export function wordsOfType(type: string): string {
  return type.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase()
}

const titles: Readonly<Record<string, string | undefined>> = streamTitles

/** The name of a stream in words, with its id shortened: `Order ORD48210377`. That of an unknown category stays. */
export function wordsOfStream(stream: string): string {
  const dash = stream.indexOf('-')
  const title = titles[dash < 0 ? stream : stream.slice(0, dash)]
  if (title === undefined) return shortened(stream)
  return dash < 0 ? title : `${title} ${shortened(stream.slice(dash + 1))}`
}
