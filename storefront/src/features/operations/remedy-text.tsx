import styles from './operations.module.css'

/** A message of the shop, whose command for the operator stands in a line of its own, so that it can be copied. */
export function RemedyText({ text }: { text: string }) {
  const { before, command } = partsOf(text)
  return (
    <>
      <p>{before}</p>
      {command !== undefined && (
        <pre className={styles['command']}>
          <code>{command}</code>
        </pre>
      )}
    </>
  )
}

/** The command is what the message ends with. */
export function partsOf(text: string): { before: string; command?: string } {
  const [, before, command] = /^([^]*?)[\s"]*(npm run ops -- [^]*)$/.exec(text) ?? []
  return before === undefined || command === undefined
    ? { before: text }
    : { before: `${before.trimEnd()}:`.replace('::', ':'), command }
}
