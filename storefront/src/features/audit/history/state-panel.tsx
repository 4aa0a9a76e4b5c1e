import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { StateAt } from '#modules/audit/schema.ts'
import { countOf, formatDateTime } from '../../../lib/format/format.ts'
import { ShortIds } from '../../../ui/data/short-id.tsx'
import { Button } from '../../../ui/button.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import type { HistoryScreenData } from '../load-audit.ts'
import { Changes } from './changes.tsx'
import { changesBetween, fieldsThatDiffer } from './compare-facts.ts'
import { Facts } from './facts.tsx'
import { PointInTimeForm } from './point-in-time-form.tsx'
import { DateTime } from './date-time.tsx'
import { CompareWith, TimeSlider } from './time-slider.tsx'
import { usePointsInTime } from './use-points-in-time.ts'
import * as shared from '../audit.module.css'
import * as styles from '../panel.module.css'

type StatePanelProps = HistoryScreenData & {
  /** The object itself as of the chosen point in time; without it, its fields are listed. */
  document?: ReactNode
}

/** The state at a point in time, chosen by slider or by time, or the changes between two points in time. */
export function StatePanel({ timeline, state, now, other, search, document }: StatePanelProps) {
  const events = timeline.events.filter(({ stream }) => stream === timeline.stream)
  const { revision, compare, at, busy, choose } = usePointsInTime({ state, now, other, search })
  const event = events.find(({ revision }) => revision === state.revision)
  const toNow = () => choose({ revision: undefined, at: undefined, compare: undefined })
  return (
    <section
      className={clsx(styles['panel'], styles['then'], document && styles['framed'])}
      aria-labelledby="state-then"
      aria-busy={busy}
    >
      <h2 id="state-then">State at this point</h2>
      <TimeSlider
        events={events}
        last={now.revision}
        current={revision}
        onChoose={(revision) => choose({ revision, at: undefined })}
      />
      <p className={shared['meta']}>
        <DateTime at={state.at} />{' '}
        {event && (
          <span>
            <ShortIds text={event.sentence} />
          </span>
        )}
      </p>
      <div className={styles['choices']}>
        <PointInTimeForm
          at={at}
          since={timeline.isCut ? undefined : events[0]?.at}
          onChoose={(at) => choose({ revision: undefined, at })}
        />
        <CompareWith
          events={events}
          last={now.revision}
          current={compare}
          onChoose={(compare) => choose({ compare })}
        />
      </div>
      <State state={state} now={now} other={other} onLeave={toNow}>
        {document}
      </State>
    </section>
  )
}

type StateProps = Pick<HistoryScreenData, 'state' | 'now' | 'other'> & { onLeave: () => void; children: ReactNode }

/** The object itself, or its fields, marked if the state is past; or only the changes between two points in time. */
function State({ state, now, other, onLeave, children }: StateProps) {
  if (other)
    return (
      <div className={styles['state']}>
        <Comparison one={other} another={state} />
      </div>
    )
  return (
    <div className={styles['state']}>
      <FocusRecovery>
        {state.revision < now.revision && <Past state={state} now={now} onLeave={onLeave} />}
      </FocusRecovery>
      {children ?? <Facts facts={state.facts} differing={fieldsThatDiffer(state.facts, now.facts)} />}
    </div>
  )
}

/** States that the shown state is past, and what has changed since. */
function Past({ state, now, onLeave }: { state: StateAt; now: StateAt; onLeave: () => void }) {
  const changes = changesBetween(state.facts, now.facts)
  return (
    <div className={styles['past']}>
      <div className={styles['pastHead']}>
        <p>
          <strong>Past state</strong>, as of {formatDateTime(state.at)}.{' '}
          {changes.length === 0 ? 'Nothing has changed since.' : 'Changed since:'}
        </p>
        <Button look="secondary" onClick={onLeave}>
          Show current state
        </Button>
      </div>
      <Changes changes={changes} />
    </div>
  )
}

/** The changes from the earlier of two points in time to the later one. */
function Comparison({ one, another }: { one: StateAt; another: StateAt }) {
  const [before, after] = one.revision <= another.revision ? [one, another] : [another, one]
  const changes = changesBetween(before.facts, after.facts)
  return (
    <section aria-labelledby="compared">
      <h3 id="compared" className={styles['compared']}>
        From event {before.revision + 1} to event {after.revision + 1}
      </h3>
      <output>
        {changes.length === 0 ? 'Nothing differs' : countOf(changes.length, 'field differs', 'fields differ')}
      </output>
      <Changes changes={changes} />
    </section>
  )
}
