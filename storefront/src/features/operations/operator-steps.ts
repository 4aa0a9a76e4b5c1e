import type { ProjectionStatus } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../lib/api/operations.ts'

export type StepTexts = { action: string; question: string; explanation: string; begun: string }

/** What is asked before a step is taken, and what is said when it is. */
export const operatorStepTexts: Record<OperatorStep, StepTexts> = {
  replay: {
    action: 'Replay',
    question: 'Replay this read model?',
    explanation:
      'It is built anew from the log beside the live one, and takes its place when it has caught up. The shop goes on meanwhile; the build that is live now is kept for going back.',
    begun: 'The replay has begun',
  },
  resume: {
    action: 'Go on',
    question: 'Go on with the replay that was stopped?',
    explanation:
      'What is built already is kept, and the rest is built. It takes the place of the live one when it has caught up.',
    begun: 'The replay goes on',
  },
  'dry-run': {
    action: 'Dry run',
    question: 'Find out what a replay would change?',
    explanation:
      'It is built beside the live one and compared with it; nothing is swapped. The record below says which rows would be added, removed or changed.',
    begun: 'The dry run has begun',
  },
  verify: {
    action: 'Verify',
    question: 'Compare this read model with the log?',
    explanation: 'The log is folded and compared with what is live, row by row. The record below says what differs.',
    begun: 'The comparison has begun',
  },
  rollback: {
    action: 'Roll back',
    question: 'Go back to the previous build?',
    explanation:
      'What the last replay has replaced becomes live again at once, and catches up from where it stood. Rolling back twice changes nothing.',
    begun: 'The previous build is live again',
  },
  retry: {
    action: 'Try again',
    question: 'Let it try again?',
    explanation: 'It takes the event that it has failed at once more. Do this when the cause is removed.',
    begun: 'It tries again',
  },
  skip: {
    action: 'Skip the event',
    question: 'Leave this event out for good?',
    explanation: 'It goes on without this event, and every later replay leaves it out too. Your reason is recorded.',
    begun: 'The event is left out',
  },
  'skip-everywhere': {
    action: 'Skip everywhere',
    question: 'Leave this event out for every reader of the log?',
    explanation:
      'All read models and reactors leave it out, now and in every later replay, and so does every reader of its stream. The event stays in the log. Your reason is recorded.',
    begun: 'The event is left out everywhere',
  },
}

/** The steps that can be taken now. */
export function stepsOf(unit: ProjectionStatus, kind: 'projection' | 'reactor'): OperatorStep[] {
  const mending = mendingSteps(unit)
  if (kind === 'reactor') return mending
  const comparing: OperatorStep[] = unit.verification === undefined ? ['dry-run', 'verify'] : []
  if (unit.rebuild !== undefined) return [...mending, ...comparing]
  const goingBack: OperatorStep[] = unit.previous === undefined ? [] : ['rollback']
  return [...mending, ...replays(unit), ...comparing, ...goingBack]
}

function replays({ unfinished }: ProjectionStatus): OperatorStep[] {
  return unfinished === undefined ? ['replay'] : ['resume', 'replay']
}

/** While the log is another one, trying again ends in the same way. */
function mendingSteps(unit: ProjectionStatus): OperatorStep[] {
  return unit.error === undefined || unit.error.isOfTheLog === true ? [] : ['retry', ...skippable(unit)]
}

/** An event is sound whose person's key is lost: the key has to return, or its loss to be accepted. */
function skippable({ error }: ProjectionStatus): OperatorStep[] {
  return error?.event === undefined || error.isOfAKey === true ? [] : ['skip', 'skip-everywhere']
}
