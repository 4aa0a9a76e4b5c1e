/** In code points: enough for a full name with titles. */
const longestName = 60

/** Addresses that mail programs turn into links. */
const link =
  /:\/\/|\bwww\.|@|\/|\.(?:com|net|org|in|co|io|info|biz|xyz|ru|cn|top|shop|store|online|site|link|click|live|club|vip|app|dev|me|ly|gd)\b/i

/**
 * A person's name as mails use it. The name is typed at sign-up, perhaps with another person's address: without
 * this, a stranger could have the shop send them any text or link.
 */
export function greetingName(name: string): string {
  const plain = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (plain === '' || link.test(plain)) return 'customer'
  const characters = Array.from(plain)
  return characters.length <= longestName ? plain : `${characters.slice(0, longestName).join('').trim()}…`
}
