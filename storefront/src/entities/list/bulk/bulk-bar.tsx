import { clsx } from 'clsx'
import { useState } from 'react'
import type { ApiClient } from '../../../lib/api/client.ts'
import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import type { StepText } from '../../../ui/overlays/step-fields.ts'
import { reserveBottom } from '../../../ui/reserve-bottom.ts'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { BulkReport } from './bulk-report.tsx'
import { useBulk, type BulkProgress } from './use-bulk.ts'
import styles from './bulk-bar.module.css'

/** A step that can be applied to several entries at once. */
export type BulkStep = {
  text: StepText
  /** Returns what is wrong with the details, before the step is applied to any entry. */
  check?: (details: Record<string, string>) => string | undefined
  take: (api: ApiClient, key: string, details: Record<string, string>) => Promise<unknown>
  /** The entry for which the step ends the session that takes it. */
  last?: string | undefined
}

type BulkBarProps = {
  /** The word for one entry, such as `order`. */
  one: string
  selection: Selection
  nameOf: (key: string) => string
  steps: readonly BulkStep[]
}

/**
 * At the bottom of the window, below a list: the steps for the selected entries, and the report of the last one, also if
 * it has emptied the list.
 */
export function BulkBar({ one, selection, nameOf, steps }: BulkBarProps) {
  const [asking, setAsking] = useState<BulkStep>()
  const { progress, report, dismiss, logIn, run } = useBulk()
  const { selected, clear } = selection
  const subject = countOf(selected.length, one)
  function take({ text, check, take: takeOne, last }: BulkStep, details: Record<string, string>) {
    const fault = check?.(details)
    const step = { action: text.action, last, take: (api: ApiClient, key: string) => takeOne(api, key, details) }
    if (fault === undefined) void run({ one, keys: selected, nameOf, ...step })
    return Promise.resolve(fault)
  }
  const isOffered = progress === undefined && selected.length > 0
  const status = isOffered ? `${subject} selected` : textOf(progress, one)
  return (
    <section ref={reserveBottom} className={styles['place']} aria-label="Selection">
      {report && <BulkReport {...report} onDismiss={dismiss} onLogIn={logIn} />}
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
    </section>
  )
}

function textOf(progress: BulkProgress | undefined, one: string): string | undefined {
  return progress && `${progress.action}: ${progress.tried} of ${countOf(progress.total, one)}`
}

type StepsProps = { steps: readonly BulkStep[]; onAsk: (step: BulkStep) => void; onClear: () => void }

function Steps({ steps, onAsk, onClear }: StepsProps) {
  return (
    <>
      <Button look="quiet" onClick={onClear}>
        Clear selection
      </Button>
      <div className={styles['steps']}>
        {steps.map((step) => (
          <Button key={step.text.action} look={step.text.danger ? 'secondary' : 'primary'} onClick={() => onAsk(step)}>
            {step.text.action}
            <span className="visually-hidden"> the selected rows</span>
          </Button>
        ))}
      </div>
    </>
  )
}
