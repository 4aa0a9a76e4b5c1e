export type StepField = {
  name: string
  label: string
  required: boolean
  /** The label for a required field that is empty; by default, a reason. */
  missing?: string
}

/** The texts and fields of a step. */
export type StepText = {
  /** The label of the button. */
  action: string
  /** The title of the dialog. */
  question: string
  explanation: string
  done: string
  danger?: boolean
  fields: readonly StepField[]
}

/** The entered values, trimmed and without empty ones; or the name of the first required field that is empty. */
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
