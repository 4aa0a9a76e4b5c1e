import { cpus } from 'node:os'
import { goals } from './calls.ts'
import type { Built } from './build-shop.ts'
import type { Measured } from './measure.ts'
import { counted, described, type Size } from './sizes.ts'

export type Grown = Measured & { size: Size; built: Built }

const memoryGoal = 1.3
const startGoalSeconds = 3

type Line = { name: string; cells: string[]; ratio: number | undefined; goal: string; isReached: boolean }

/** The section of docs/performance.md: how it was measured, a chart of the growth, and a table of the figures. */
export function reportOf(all: readonly Grown[], { date, command }: { date: string; command: string }): string[] {
  const lines = [...Object.keys(goals).map((name) => callLine(name, all)), memoryLine(all), startLine(all)]
  const [smallest, largest] = [all.at(0), all.at(-1)]
  if (smallest === undefined || largest === undefined) throw new RangeError('no size was measured')
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  return [
    `Measured on ${date} on ${machine} with \`${command}\`. The chart shows how many times as long each call takes`,
    `with ${described(largest.size)} as with ${described(smallest.size)}, and the goal.`,
    '',
    ...chartOf(lines),
    '',
    row(`median in ms`, ...all.map(({ size }) => described(size)), 'largest / smallest', 'goal'),
    row('---', ...all.map(() => '---'), '---', '---'),
    ...lines.map(({ name, cells, ratio, goal, isReached }) =>
      row(name, ...cells, ratio === undefined ? '' : ratio.toFixed(2), `${goal}${isReached ? '' : ', missed'}`),
    ),
    row('replay of every read model, events per second', ...all.map(({ built }) => rateOf(built)), '', ''),
    row('the longest of them', ...all.map(({ built: { slowest } }) => longest(slowest)), '', ''),
    row('peak memory of that replay', ...all.map(({ built }) => `${built.replayMegabytes.toFixed(0)} MB`), '', ''),
  ]
}

/** In Mermaid's `xychart-beta`, which GitHub draws. */
export function chartOf(lines: readonly Pick<Line, 'name' | 'ratio'>[]): string[] {
  const charted = lines.flatMap(({ name, ratio }) => (ratio === undefined ? [] : [{ name, ratio }]))
  const highest = Math.ceil(Math.max(...charted.map(({ name, ratio }) => Math.max(ratio, goalOf(name)))))
  return [
    '```mermaid',
    'xychart-beta horizontal',
    '  title "Growth of the time per call (bars) and its goal (line)"',
    `  x-axis [${charted.map(({ name }) => JSON.stringify(name)).join(', ')}]`,
    `  y-axis "times" 0 --> ${highest}`,
    `  bar [${charted.map(({ ratio }) => ratio.toFixed(2)).join(', ')}]`,
    `  line [${charted.map(({ name }) => goalOf(name)).join(', ')}]`,
    '```',
  ]
}

function goalOf(name: string): number {
  return goals[name] ?? memoryGoal
}

function callLine(name: string, all: readonly Grown[]): Line {
  const goal = goalOf(name)
  const times = all.map(({ calls }) => calls[name] ?? Number.NaN)
  const ratio = growth(times)
  const cells = times.map((ms) => ms.toFixed(1))
  return { name, cells, ratio, goal: `${goal} times`, isReached: ratio <= goal }
}

function memoryLine(all: readonly Grown[]): Line {
  const ratio = growth(all.map(({ megabytes }) => megabytes))
  const cells = all.map(({ megabytes }) => `${megabytes.toFixed(0)} MB`)
  return { name: 'memory of the process', cells, ratio, goal: `${memoryGoal} times`, isReached: ratio <= memoryGoal }
}

function startLine(all: readonly Grown[]): Line {
  const isReached = all.every(({ startSeconds }) => startSeconds < startGoalSeconds)
  const cells = all.map(({ startSeconds }) => `${startSeconds.toFixed(1)} s`)
  return { name: 'start', cells, ratio: undefined, goal: `less than ${startGoalSeconds} s`, isReached }
}

function growth(values: readonly number[]): number {
  return (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)
}

function rateOf({ events, replayedIn }: Built): string {
  return counted(events / replayedIn)
}

function longest({ name, seconds }: Built['slowest']): string {
  return `${name}, ${counted(seconds)} s`
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
