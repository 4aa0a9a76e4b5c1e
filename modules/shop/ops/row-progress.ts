import type { Terminal } from '#core/cli/terminal.ts'

type Shown = {
  terminal: Terminal
  label: string
  /** Unknown in a backup that does not say it: then nothing is shown. */
  of: number | undefined
}

/** Shows the progress of work that reports a number of rows. */
export async function whileShowing<Result>(
  { terminal, label, of }: Shown,
  work: (onRows: (rows: number) => void) => Promise<Result>,
): Promise<Result> {
  const progress = terminal.progress(label)
  try {
    return await work((rows) => void (of !== undefined && progress.update(Math.min(rows, of), of)))
  } finally {
    progress.stop()
  }
}
