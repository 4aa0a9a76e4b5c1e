const pattern = /\s+|<=|>=|!=|<>|[=<>!(),]|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|[^\s=<>!(),'"]+/gu

/** The words, quoted texts, operators, marks and spaces of a predicate, which may be unfinished. */
export function tokensOf(source: string): readonly string[] {
  return source.match(pattern) ?? []
}
