import type { Flow, ProjectionStatus, ProjectionsStatus } from '#modules/operations/schema.ts'

type Subscription = Flow['subscriptions'][number]
export type Written = Subscription['writes']

/** What is written to: the rate of all its writers, the greatest lag of one, and the newest event that one has taken. */
export type WrittenTo = {
  kind: Written
  writers: readonly string[]
  eventsPerSecond: number
  lag: number
  lastEvent: Subscription['lastEvent']
}

/** A read model or reactor of the picture, with its current state. */
export type FlowNode = Subscription & { status: ProjectionStatus | undefined }

/** A line between a row of one column and a row of the next one; rows count from the top, in heights of a row. */
export type Line = { from: string; to: string; path: string }

export type FlowLayout = {
  streams: Flow['streams']
  nodes: FlowNode[]
  written: WrittenTo[]
  /** The height of the picture, in rows. */
  rows: number
  reading: Line[]
  writing: Line[]
}

/** The rows that one thing written to fills: few are, and they have more to say. */
export const writtenHeight = 2

const writtenInOrder: readonly Written[] = ['tables', 'search index', 'mails', 'streams']

/**
 * The columns of the picture and the lines between them. Only streams that are read appear. Read models and reactors are sorted by
 * the mean place of their streams, so that few lines cross.
 */
export function layOut(flow: Flow, status: Pick<ProjectionsStatus, 'projections' | 'reactors'>): FlowLayout {
  const read = new Set(flow.subscriptions.flatMap(({ reads }) => reads))
  const streams = flow.streams.filter(({ category }) => read.has(category))
  const places = new Map(streams.map(({ category }, place) => [category, place]))
  const statuses = new Map([...status.projections, ...status.reactors].map((one) => [one.name, one]))
  const nodes = flow.subscriptions
    .map((one) => ({ ...one, status: statuses.get(one.name) }))
    .toSorted((one, other) => meanPlace(one.reads, places) - meanPlace(other.reads, places))
  const written = writtenInOrder
    .map((kind) => ({ kind, writers: nodes.filter(({ writes }) => writes === kind) }))
    .filter(({ writers }) => writers.length > 0)
    .map(({ kind, writers }) => writtenBy(writers, kind))
  const writtenKinds = written.map(({ kind }) => kind)
  const rows = Math.max(streams.length, nodes.length, writtenHeight * written.length)
  const yOf = (length: number, row: number, height = 1) => (rows - height * length) / 2 + height * (row + 0.5)
  const nodeY = (row: number) => yOf(nodes.length, row)
  const reading = nodes.flatMap(({ name, reads }, row) =>
    reads.map((category) => ({
      from: category,
      to: name,
      path: curve(yOf(streams.length, places.get(category) ?? 0), nodeY(row)),
    })),
  )
  const writing = nodes.map(({ name, writes }, row) => ({
    from: name,
    to: writes,
    path: curve(nodeY(row), yOf(written.length, writtenKinds.indexOf(writes), writtenHeight)),
  }))
  return { streams, nodes, written, rows, reading, writing }
}

function writtenBy(writers: readonly FlowNode[], kind: Written): WrittenTo {
  const lastEvents = writers.flatMap(({ lastEvent }) => lastEvent ?? [])
  return {
    kind,
    writers: writers.map(({ name }) => name),
    eventsPerSecond: writers.reduce((sum, { status }) => sum + (status?.eventsPerSecond ?? 0), 0),
    lag: Math.max(0, ...writers.map(({ status }) => status?.lag ?? 0)),
    lastEvent: lastEvents.toSorted((one, other) => other.position - one.position)[0],
  }
}

function meanPlace(categories: readonly string[], places: ReadonlyMap<string, number>): number {
  const sum = categories.reduce((total, category) => total + (places.get(category) ?? 0), 0)
  return sum / Math.max(1, categories.length)
}

function curve(from: number, to: number): string {
  return `M0 ${from}C0.5 ${from} 0.5 ${to} 1 ${to}`
}
