import { Presets, SingleBar } from 'cli-progress'

/** The output of an operator command: lines for people, or one JSON document for scripts. */
export type Terminal = {
  /** A line for people; silent with `--json`. */
  print(line?: string): void
  /** The result for scripts; silent without `--json`. */
  json(value: unknown): void
  /** One of many results for scripts, on its own line; silent without `--json`. */
  jsonLine(value: unknown): void
  /** On a terminal a bar with the rate and the time left, elsewhere an occasional line. */
  progress(label: string): Progress
}

/** The current speed, where the caller knows it better than the average since the start. */
export type Speed = { eventsPerSecond: number; etaSeconds: number | undefined }

export type Progress = {
  update(done: number, total: number, speed?: Speed): void
  /** Prints a line in addition to the progress, on stderr. */
  note(line: string): void
  stop(): void
}

/** Without a terminal, a line is printed after each tenth. */
const plainSteps = 10

export type TerminalOptions = {
  isJson: boolean
  /** Default to the streams of the process; `write` receives whole lines. */
  stdout?: Output
  stderr?: Output & { isTTY?: boolean }
}

type Output = { write(line: string): unknown }

export function openTerminal({ isJson, stdout = process.stdout, stderr = process.stderr }: TerminalOptions): Terminal {
  const write = (line: string) => stdout.write(`${line}\n`)
  return {
    print: (line = '') => void (isJson || write(line)),
    json: (value) => void (isJson && write(JSON.stringify(value, null, 2))),
    jsonLine: (value) => void (isJson && write(JSON.stringify(value))),
    progress: (label) => (stderr.isTTY === true ? bar(label, stderr) : plainLines(label, stderr)),
  }
}

function bar(label: string, stderr: Output): Progress {
  const single = new SingleBar(
    { format: `${label} {bar} {percentage}% | {value}/{total} | {rate}/s | {left} left`, hideCursor: true },
    Presets.shades_classic,
  )
  const begun = performance.now()
  let isStarted = false
  return {
    update(done, total, speed) {
      const { eventsPerSecond, etaSeconds } = speed ?? averageOf(done, total, performance.now() - begun)
      const shown = { rate: eventsPerSecond, left: timeOf(etaSeconds) }
      if (!isStarted) single.start(total, done, shown)
      single.setTotal(total)
      single.update(done, shown)
      isStarted = true
    },
    // On a line of its own: the bar is drawn again below it.
    note: (line) => void stderr.write(`${isStarted ? '\n' : ''}${line}\n`),
    stop: () => single.stop(),
  }
}

function plainLines(label: string, stderr: Output): Progress {
  const begun = performance.now()
  let printed = 0
  return {
    update(done, total, speed) {
      const step = Math.floor((done * plainSteps) / Math.max(1, total))
      if (step <= printed) return
      printed = step
      const { eventsPerSecond, etaSeconds } = speed ?? averageOf(done, total, performance.now() - begun)
      const percent = Math.floor((done * 100) / Math.max(1, total))
      const line = `${label}: ${done} of ${total} (${percent} %), ${eventsPerSecond}/s, ${timeOf(etaSeconds)} left`
      stderr.write(`${line}\n`)
    },
    note: (line) => void stderr.write(`${line}\n`),
    stop: () => undefined,
  }
}

function averageOf(done: number, total: number, ms: number): Speed {
  const perSecond = (done * 1_000) / Math.max(1, ms)
  return {
    eventsPerSecond: Math.round(perSecond),
    etaSeconds: perSecond > 0 ? Math.ceil((total - done) / perSecond) : undefined,
  }
}

/** `1 h 4 min`, `3 min 5 s`, `12 s`; `?` while it is unknown. */
function timeOf(seconds: number | undefined): string {
  if (seconds === undefined) return '?'
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Pads the cells of each row so that the columns align. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((known, row) => row.map((cell, i) => Math.max(known[i] ?? 0, cell.length)), [])
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
