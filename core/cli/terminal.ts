import { Presets, SingleBar } from 'cli-progress'

/** What a command of the operator prints: lines for people, or one JSON document for scripts. */
export type Terminal = {
  isJson: boolean
  /** A line for people; silent with `--json`. */
  print(line?: string): void
  /** The result for scripts; silent without `--json`. */
  json(value: unknown): void
  /** A bar with rate and time left on a terminal, a plain line now and then elsewhere. */
  progress(label: string): Progress
}

export type Progress = { update(done: number, total: number): void; stop(): void }

/** Without a terminal, a line is printed each time that another tenth is done. */
const plainSteps = 10

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function openTerminal({ isJson }: { isJson: boolean }): Terminal {
  return {
    isJson,
    print: (line = '') => void (isJson || write(line)),
    json: (value) => void (isJson && write(JSON.stringify(value, null, 2))),
    progress: (label) => (process.stderr.isTTY ? bar(label) : plainLines(label)),
  }
}

function bar(label: string): Progress {
  const single = new SingleBar(
    { format: `${label} {bar} {percentage}% | {value}/{total} | {rate}/s | {eta_formatted} left`, hideCursor: true },
    Presets.shades_classic,
  )
  const begun = performance.now()
  let isStarted = false
  return {
    update(done, total) {
      const rate = Math.round((done * 1000) / Math.max(1, performance.now() - begun))
      if (!isStarted) single.start(total, done, { rate })
      else single.update(done, { rate })
      isStarted = true
    },
    stop: () => single.stop(),
  }
}

function plainLines(label: string): Progress {
  let printed = 0
  return {
    update(done, total) {
      const step = Math.floor((done * plainSteps) / Math.max(1, total))
      if (step <= printed) return
      printed = step
      process.stderr.write(`${label}: ${done} of ${total}\n`)
    },
    stop: () => undefined,
  }
}

/** Rows as aligned columns, the way tables are read on a terminal. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((known, row) => row.map((cell, i) => Math.max(known[i] ?? 0, cell.length)), [])
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
