import * as styles from './operations.module.css'

/** A message from the server, with the command for the operator on a separate line, so that it can be copied. */
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

/** Splits off the command at the end of a message. */
export function partsOf(text: string): { before: string; command?: string } {
  const [, before, command] = /^([^]*?)[\s"]*(npm run ops -- [^]*)$/.exec(text) ?? []
  return before === undefined || command === undefined
    ? { before: text }
    : { before: `${before.trimEnd()}:`.replace('::', ':'), command }
}
