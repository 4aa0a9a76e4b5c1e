import { eventDefinitions } from '#modules/shop/manifests.ts'
import { matchingOf } from '#modules/audit/predicate/ask-log.ts'
import { fieldsOf } from '#modules/audit/predicate/fields.ts'
import { parsePredicate } from '#modules/audit/predicate/parse-predicate.ts'
import type { Matching } from '#modules/audit/read-model.ts'

/** The events of this benchmark have types of their own. */
const fields = new Map([...fieldsOf(eventDefinitions)].map(([name, field]) => [name, { ...field, choices: undefined }]))

/** Predicates that SQL evaluates. Scans, which read the events themselves, are not measured. */
const texts = [
  "type = 'orderPlaced'",
  "type in ('orderPlaced', 'cartCancelled')",
  "type = 'orderPlaced' or type = 'cartPlaced' or stream = 'product-84321'",
  "by.id = 'buyer-7' or by.id = 'admin'",
  "type = 'orderPlaced' and by.id = 'admin'",
  "correlationId = 'import' and type != 'productPlaced'",
  "correlationId = 'import' and not (category = 'order' or category = 'cart')",
  "stream = 'order-84320' and revision >= 2",
  "type = 'orderPlaced' and at >= 2026-06-15T10:10:30Z and at < 2026-06-15T10:30:30Z",
  "by.id = 'admin' and position > 900000",
  "by.id = 'buyer-7' and causationId = 'cause-7'",
  // No event matches: its type is always the first of a stream.
  "type = 'orderPlaced' and revision > 4",
  "by.id = 'admin' and type = 'nothingHappened'",
]

/** Each with its text. */
export function predicates(): readonly { text: string; matching: Matching }[] {
  return texts.map((text) => ({ text, matching: matchingOf(parsePredicate(text, fields), {}) }))
}
