import { useEffect, useRef, useState } from 'react'
import type { ImportedRow } from '#modules/catalogue/schema.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { runImport, type Progress } from './import-run.ts'
import { maxFileBytes, readCsv, type CsvFile, type CsvRow } from './read-csv.ts'

type Chosen = { name: string; file: CsvFile; results: ImportedRow[] }

/** The stages of an import: choosing a file, checking it, importing it, done. */
export type ImportStage =
  | { at: 'choosing'; problem?: string }
  | { at: 'checking' | 'importing'; progress: Progress }
  | ({ at: 'checked'; problem?: string } & Chosen)
  | ({ at: 'done'; problem?: undefined } & Chosen)

/** Checks a file against the catalogue, and imports its new and changed rows. */
export function useImport() {
  const api = useApi()
  const endSession = useEndSession()
  const [stage, setStage] = useState<ImportStage>({ at: 'choosing' })
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])

  function send(at: 'checking' | 'importing', rows: readonly CsvRow[]): Promise<ImportedRow[]> {
    running.current = new AbortController()
    const { signal } = running.current
    const onProgress = (progress: Progress) => setStage({ at, progress })
    return runImport(api, { rows, dryRun: at === 'checking', signal, onProgress })
  }

  const fail = (error: unknown, otherwise: (problem: string) => ImportStage) => {
    if (!endSession(error) && !running.current.signal.aborted) setStage(otherwise(messageOf(error)))
  }

  async function choose(chosen: File): Promise<void> {
    if (chosen.size > maxFileBytes) return setStage({ at: 'choosing', problem: tooLarge })
    const file = readCsv(await chosen.text())
    if ('problem' in file) return setStage({ at: 'choosing', problem: file.problem })
    try {
      setStage({ at: 'checked', name: chosen.name, file, results: await send('checking', file.rows) })
    } catch (error) {
      fail(error, (problem) => ({ at: 'choosing', problem }))
    }
  }

  async function take({ name, file, results }: Chosen): Promise<void> {
    const wanted = new Set(results.filter(isAddedOrChanged).map(({ row }) => row))
    const rows = file.rows.filter(({ row }) => wanted.has(row))
    try {
      const taken = new Map((await send('importing', rows)).map((result) => [result.row, result]))
      setStage({ at: 'done', name, file, results: results.map((result) => taken.get(result.row) ?? result) })
    } catch (error) {
      const hint = 'Rows already imported stay: import again to continue.'
      fail(error, (problem) => ({ at: 'checked', name, file, results, problem: `${problem} ${hint}` }))
    }
  }
  return { stage, choose, take, startAnew: () => setStage({ at: 'choosing' }) }
}

function isAddedOrChanged({ outcome }: ImportedRow): boolean {
  return outcome === 'added' || outcome === 'changed'
}

const tooLarge =
  'The file is larger than 10 MB. Split it into smaller ones, or let the operator import it by npm run ops -- import.'
