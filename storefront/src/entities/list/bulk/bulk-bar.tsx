import { clsx } from 'clsx'
import { useState } from 'react'
import type { ApiClient } from '../../../lib/api/client.ts'
import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { StepDialog } from '../../../ui/overlays/step-dialog.tsx'
import type { StepText } from '../../../ui/overlays/step-fields.ts'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { useBulk, type BulkProgress, type NamedReport } from './use-bulk.ts'
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

/** Applies a step to the selected rows, and then shows the rows for which it failed, and why. */
export function BulkBar({ one, selection, nameOf = String, steps }: BulkBarProps) {
  const [asking, setAsking] = useState<BulkStep>()
  const { progress, report, dismiss, run } = useBulk()
  const { selected, clear } = selection
  const subject = countOf(selected.length, one)
  function take({ text, check, take: takeOne }: BulkStep, details: Record<string, string>) {
    const fault = check?.(details)
    if (fault === undefined)
      void run({ action: text.action, keys: selected, nameOf, take: (api, key) => takeOne(api, key, details) })
    return Promise.resolve(fault)
  }
  const isOffered = progress === undefined && selected.length > 0
  const status = isOffered ? `${subject} selected` : textOf(progress, one)
  return (
    <div className={styles['place']}>
      {report && <Report {...report} one={one} onDismiss={dismiss} />}
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

type ReportProps = NamedReport & { one: string; onDismiss: () => void }

function Report({ action, names, one, done, refused, onDismiss }: ReportProps) {
  return (
    <Message kind={refused.length > 0 ? 'warning' : 'success'} className={styles['report'] ?? ''}>
      <output>
        {action}: {countOf(done.length, one)} done
        {refused.length > 0 && `, ${countOf(refused.length, one)} not`}
      </output>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ key, reason }) => (
            <li key={key}>
              <strong>{names.get(key) ?? key}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
      <Button look="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </Message>
  )
}
