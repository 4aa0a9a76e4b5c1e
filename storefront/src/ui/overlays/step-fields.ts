export type StepField = { name: string; label: string; required: boolean }

/** What a step says and asks. */
export type StepText = {
  /** On the button. */
  action: string
  /** In the dialog. */
  question: string
  explanation: string
  done: string
  danger?: boolean
  fields: readonly StepField[]
}

/** What was entered, trimmed and without what was left empty; or the first required field that is empty. */
export function readStepFields(
  fields: readonly StepField[],
  entered: (name: string) => string,
): { details: Record<string, string> } | { missing: string } {
  const details: Record<string, string> = {}
  for (const { name, required } of fields) {
    const value = entered(name).trim()
    if (required && value === '') return { missing: name }
    if (value !== '') details[name] = value
  }
  return { details }
}
