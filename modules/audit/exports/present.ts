import type { Export } from '../schema.ts'
import type { ExportRow } from './tables.ts'

export function presentExport(row: ExportRow): Export {
  return {
    id: row.id,
    format: row.format,
    filter: row.filter,
    status: row.status,
    events: row.events,
    percent: row.percent,
    askedAt: row.asked_at,
    fileName: fileName(row),
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
    ...(row.error === null ? {} : { error: row.error }),
  }
}

export function fileName({ asked_at: askedAt, format, filter }: ExportRow): string {
  const about = (filter.stream ?? filter.category ?? 'events').replaceAll(/[^\w-]+/g, '-').slice(0, 60)
  return `${about}-${askedAt.slice(0, 19).replaceAll(/\D/g, '')}.${format}`
}
