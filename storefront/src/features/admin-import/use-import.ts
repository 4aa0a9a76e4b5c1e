import { useEffect, useRef, useState } from 'react'
import type { ImportedRow, MatchedColumns } from '#modules/catalogue/schema.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { matchColumns } from '../../lib/api/catalogue-import.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { isUncertain, proposedChoices, type ColumnChoices } from './column-choices.ts'
import { runImport, type Progress } from './import-run.ts'
import { maxFileBytes, readCsv, type CsvFile, type CsvRow } from './read-csv.ts'

/** A file, the known columns that its columns probably correspond to, and those that the admin has chosen. */
export type Chosen = { name: string; file: CsvFile; matched: MatchedColumns; choices: ColumnChoices }

/** The stages of an import: choosing a file, choosing its columns, checking it, importing it, done. */
export type ImportStage =
  | { at: 'choosing'; problem?: string }
  | ({ at: 'mapping'; problem?: string } & Chosen)
  | { at: 'checking' | 'importing'; progress: Progress }
  | ({ at: 'checked'; problem?: string; results: ImportedRow[] } & Chosen)
  | ({ at: 'done'; problem?: undefined; results: ImportedRow[] } & Chosen)

/** Checks a file against the catalogue, and imports its new and changed rows. */
export function useImport() {
  const [stage, setStage] = useState<ImportStage>({ at: 'choosing' })
  const { send, match, fail } = useRequests(setStage)

  async function choose(chosen: File): Promise<void> {
    if (chosen.size > maxFileBytes) return setStage({ at: 'choosing', problem: tooLarge })
    const file = readCsv(await chosen.text())
    if ('problem' in file) return setStage({ at: 'choosing', problem: file.problem })
    try {
      const matched = await match(file)
      const read = { name: chosen.name, file, matched, choices: proposedChoices(matched) }
      if (isUncertain(matched)) setStage({ at: 'mapping', ...read })
      else await check(read)
    } catch (error) {
      fail(error, (problem) => ({ at: 'choosing', problem }))
    }
  }

  async function check(chosen: Chosen): Promise<void> {
    const read = fileOf(chosen)
    try {
      setStage({ at: 'checked', ...read, results: await send('checking', read, read.file.rows) })
    } catch (error) {
      fail(error, (problem) => ({ at: 'mapping', ...read, problem }))
    }
  }

  async function take({ results, ...chosen }: Chosen & { results: ImportedRow[] }): Promise<void> {
    const read = fileOf(chosen)
    const wanted = new Set(results.filter(isAddedOrChanged).map(({ row }) => row))
    const rows = read.file.rows.filter(({ row }) => wanted.has(row))
    try {
      const taken = new Map((await send('importing', read, rows)).map((result) => [result.row, result]))
      setStage({ at: 'done', ...read, results: results.map((result) => taken.get(result.row) ?? result) })
    } catch (error) {
      const hint = 'Rows already imported stay: import again to continue.'
      fail(error, (problem) => ({ at: 'checked', ...read, results, problem: `${problem} ${hint}` }))
    }
  }
  const map = (chosen: Chosen) => setStage({ at: 'mapping', ...fileOf(chosen) })
  return { stage, choose, map, check, take, startAgain: () => setStage({ at: 'choosing' }) }
}

/** A stage without its other properties. */
function fileOf({ name, file, matched, choices }: Chosen): Chosen {
  return { name, file, matched, choices }
}

/** The requests of an import, which end when the screen is left. */
function useRequests(setStage: (stage: ImportStage) => void) {
  const api = useApi()
  const endSession = useEndSession()
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])

  function start(at: 'checking' | 'importing') {
    running.current = new AbortController()
    return { signal: running.current.signal, onProgress: (progress: Progress) => setStage({ at, progress }) }
  }
  return {
    send: (at: 'checking' | 'importing', { matched, choices }: Chosen, rows: readonly CsvRow[]) => {
      const { pictureHosts } = matched
      return runImport(api, { rows, choices, pictureHosts, dryRun: at === 'checking', ...start(at) })
    },
    match: ({ columns, rows }: CsvFile) => {
      const { signal, onProgress } = start('checking')
      onProgress({ done: 0, total: rows.length })
      return matchColumns(api, columns, signal)
    },
    fail: (error: unknown, otherwise: (problem: string) => ImportStage) => {
      if (!endSession(error) && !running.current.signal.aborted) setStage(otherwise(messageOf(error)))
    },
  }
}

function isAddedOrChanged({ outcome }: ImportedRow): boolean {
  return outcome === 'added' || outcome === 'changed'
}

const tooLarge =
  'The file is larger than 10 MB. Split it into smaller files, or ask the operator to run: npm run ops -- import'
