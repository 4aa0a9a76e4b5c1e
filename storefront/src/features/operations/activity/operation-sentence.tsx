import type { Operation } from '#modules/operations/schema.ts'
import { textOf } from '../../../lib/decode.ts'
import { shortened, WithCopy } from '../../../ui/data/short-id.tsx'
import { wordsOf } from '../operation-words.ts'

/** Who did what, and the outcome; ids are shortened, with a button to copy the name of the stream that they are in. */
export function OperationSentence({ operation }: { operation: Operation }) {
  return (
    <WithCopy text={textOf(operation.data, 'stream')} of="name of the stream">
      <span>{shortened(wordsOf(operation))}</span>
    </WithCopy>
  )
}
