import type { ProjectionStatus } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../../lib/api/operations.ts'

export type StepTexts = { action: string; question: string; explanation: string; begun: string }

/** The texts of each step: its button, the question before it, and the message after it. */
export const operatorStepTexts: Record<OperatorStep, StepTexts> = {
  replay: {
    action: 'Replay',
    question: 'Replay this read model?',
    explanation:
      'A new build is made from the log next to the live one, and replaces it when it has caught up. The shop keeps running, and the present build is kept for a rollback.',
    begun: 'The replay has begun',
  },
  resume: {
    action: 'Resume',
    question: 'Resume the replay that was stopped?',
    explanation:
      'What is built already is kept, and the rest is added. The build replaces the live one when it has caught up.',
    begun: 'The replay is resumed',
  },
  'stop-replay': {
    action: 'Stop the replay',
    question: 'Stop this replay?',
    explanation:
      'It stops within seconds, whichever process runs it. The live build stays as it is, and the replay can be resumed.',
    begun: 'The replay is being stopped',
  },
  'stop-comparison': {
    action: 'Stop the comparison',
    question: 'Stop this comparison?',
    explanation: 'It stops within seconds, whichever process runs it, and is recorded without a result.',
    begun: 'The comparison is being stopped',
  },
  'dry-run': {
    action: 'Dry run',
    question: 'Find out what a replay would change?',
    explanation:
      'A build is made next to the live one and compared with it; nothing is swapped. The result says which rows would be added, removed or changed.',
    begun: 'The dry run has begun',
  },
  verify: {
    action: 'Verify',
    question: 'Compare this read model with the log?',
    explanation: 'The log is folded and compared with what is live, row by row. The result says which rows differ.',
    begun: 'The comparison has begun',
  },
  rollback: {
    action: 'Roll back',
    question: 'Go back to the previous build?',
    explanation:
      'The build that the last replay replaced becomes live again at once, and catches up from its position. Rolling back twice changes nothing.',
    begun: 'The previous build is live again',
  },
  retry: {
    action: 'Retry',
    question: 'Retry the event that failed?',
    explanation: 'Do this once the cause of the failure has been removed.',
    begun: 'The event is tried again',
  },
  skip: {
    action: 'Skip the event',
    question: 'Leave this event out permanently?',
    explanation:
      'Processing continues without this event, and every later replay leaves it out too. Your reason is recorded.',
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

/** The steps that are currently possible. */
export function stepsOf(subscription: ProjectionStatus, kind: 'projection' | 'reactor'): OperatorStep[] {
  const repairs = repairSteps(subscription)
  if (kind === 'reactor') return repairs
  const comparing: OperatorStep[] =
    subscription.verification === undefined ? ['dry-run', 'verify'] : ['stop-comparison']
  if (subscription.rebuild !== undefined) return [...repairs, 'stop-replay', ...comparing]
  const goingBack: OperatorStep[] = subscription.previous === undefined ? [] : ['rollback']
  return [...repairs, ...replays(subscription), ...comparing, ...goingBack]
}

function replays({ unfinished }: ProjectionStatus): OperatorStep[] {
  return unfinished === undefined ? ['replay'] : ['resume', 'replay']
}

/** While the log is not the expected one, a retry would fail again. */
function repairSteps(subscription: ProjectionStatus): OperatorStep[] {
  return subscription.error === undefined || subscription.error.isOfTheLog === true
    ? []
    : ['retry', ...skippable(subscription)]
}

/** An event whose person's key is missing is intact: the key must be restored, or its loss accepted. */
function skippable({ error }: ProjectionStatus): OperatorStep[] {
  return error?.event === undefined || error.isOfAKey === true ? [] : ['skip', 'skip-everywhere']
}
