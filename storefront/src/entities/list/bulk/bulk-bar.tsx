import { clsx } from 'clsx'
import { use, useState } from 'react'
import type { ApiClient } from '../../../lib/api/client.ts'
import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import type { StepText } from '../../../ui/overlays/step-fields.ts'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { Bulk } from './bulk-runs.tsx'
import type { BulkProgress } from './use-bulk.ts'
import styles from './bulk-bar.module.css'

/** A step that can be applied to several rows at once. */
export type BulkStep = {
  text: StepText
  /** Returns what is wrong with the details, before the step is applied to any row. */
  check?: (details: Record<string, string>) => string | undefined
  take: (api: ApiClient, key: string, details: Record<string, string>) => Promise<unknown>
}

type BulkBarProps = {
  /** The word for one row, such as `order`. */
  one: string
  selection: Selection
  /** The name of a row, if its key means nothing to a reader. */
  nameOf?: (key: string) => string
  /** The steps that at least one of the selected rows allows; the API decides about each. */
  steps: readonly BulkStep[]
}

/** Applies a step to the selected rows. The page of the list reports for which it failed, and why. */
export function BulkBar({ one, selection, nameOf = String, steps }: BulkBarProps) {
  const [asking, setAsking] = useState<BulkStep>()
  const bulk = use(Bulk)
  if (!bulk) throw new Error('a bar of steps is in the page of its list')
  const { progress, run } = bulk
  const { selected, clear } = selection
  const subject = countOf(selected.length, one)
  function take({ text, check, take: takeOne }: BulkStep, details: Record<string, string>) {
    const fault = check?.(details)
    if (fault === undefined)
      void run({ action: text.action, one, keys: selected, nameOf, take: (api, key) => takeOne(api, key, details) })
    return Promise.resolve(fault)
  }
  const isOffered = progress === undefined && selected.length > 0
  const status = isOffered ? `${subject} selected` : textOf(progress, one)
  return (
    <div className={styles['place']}>
      <div className={clsx(status && styles['bar'])}>
        <output>{status}</output>
        {isOffered && <Steps steps={steps} onAsk={setAsking} onClear={clear} />}
      </div>
      {asking && (
        <StepDialog
          step={{ ...asking.text, question: `${asking.text.action}: ${subject}?` }}
          subject={selected.map(nameOf).join(', ')}
          asksForDetails
          onClose={() => setAsking(undefined)}
          onTake={(details) => take(asking, details)}
        />
      )}
    </div>
  )
}

function textOf(progress: BulkProgress | undefined, one: string): string | undefined {
  return progress && `${progress.action}: ${progress.tried} of ${countOf(progress.total, one)}`
}

type StepsProps = { steps: readonly BulkStep[]; onAsk: (step: BulkStep) => void; onClear: () => void }

function Steps({ steps, onAsk, onClear }: StepsProps) {
  return (
    <>
      {steps.map((step) => (
        <Button key={step.text.action} look={step.text.danger ? 'secondary' : 'primary'} onClick={() => onAsk(step)}>
          {step.text.action}
          <span className="visually-hidden"> the selected rows</span>
        </Button>
      ))}
      <Button look="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </>
  )
}
