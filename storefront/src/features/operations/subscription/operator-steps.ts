import type { ProjectionStatus } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../../lib/api/operations.ts'

export type StepTexts = { action: string; question: string; explanation: string; begun: string }

/** The texts of each step: its button, the question before it, and the message after it. */
export const operatorStepTexts: Record<OperatorStep, StepTexts> = {
  replay: {
    action: 'Replay',
    question: 'Replay this read model?',
    explanation:
      'Creates a build from the log alongside the live one, and swaps it in when it has caught up. The shop keeps running, and the current build is kept for a rollback.',
    begun: 'The replay has begun',
  },
  resume: {
    action: 'Resume',
    question: 'Resume the replay that was stopped?',
    explanation:
      'Keeps what is already built and adds the rest. The build replaces the live one when it has caught up.',
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
    question: 'Start a dry run?',
    explanation:
      'Creates a build alongside the live one and compares the two; nothing is swapped. The result lists the rows that a replay would add, remove or change.',
    begun: 'The dry run has begun',
  },
  verify: {
    action: 'Verify',
    question: 'Verify this read model?',
    explanation: 'Folds the log and compares it with the live rows. The result lists the rows that differ.',
    begun: 'The verification has begun',
  },
  rollback: {
    action: 'Roll back',
    question: 'Go back to the previous build?',
    explanation:
      'The build that the last replay replaced becomes live again immediately, and catches up from its position. A second rollback reverts the first.',
    begun: 'The previous build is live again',
  },
  retry: {
    action: 'Retry',
    question: 'Retry the event that failed?',
    explanation: 'Fix the cause of the failure first.',
    begun: 'The event is being retried',
  },
  skip: {
    action: 'Skip the event',
    question: 'Skip this event permanently?',
    explanation:
      'Processing continues without this event, and every later replay skips it too. Your reason is recorded.',
    begun: 'The event is skipped',
  },
  'skip-everywhere': {
    action: 'Skip everywhere',
    question: 'Skip this event for every reader of the log?',
    explanation:
      'All read models and reactors skip it, now and in every later replay, and so does every reader of its stream. The event stays in the log. Your reason is recorded.',
    begun: 'The event is skipped everywhere',
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
