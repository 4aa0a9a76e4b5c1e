import { useId, type ComponentProps, type ReactNode } from 'react'
import * as styles from './field.module.css'

/** What a control is shown with. */
export type FieldProps = {
  label: string
  /** The validation error; shown below the control and linked to it for screen readers. */
  error?: string | undefined
  hint?: ReactNode
  /** Doubts about the value, which is accepted all the same. */
  advice?: string | undefined
  /** Marks a field that may be left empty. */
  optional?: boolean
}

type ControlProps = { id: string; className: string | undefined; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** A control with its label above and its hint and error below, linked for screen readers. */
export function Field({
  label,
  error,
  hint,
  advice,
  optional,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = Object.entries({ hint, advice, error })
    .flatMap(([part, text]) => (text ? [`${id}-${part}`] : []))
    .join(' ')
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {optional && <span className={styles['optional']}> (optional)</span>}
      </label>
      {children({
        id,
        className: styles['control'],
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {advice && (
        <output id={`${id}-advice`} className={styles['advice']}>
          {advice}
        </output>
      )}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

/** An input for one line: text, a number or a password. */
export function TextField({ label, error, hint, advice, optional, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} advice={advice} optional={optional}>
      {(control) => <input {...input} {...control} />}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({ label, error, hint, advice, optional, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} advice={advice} optional={optional}>
      {(control) => <textarea {...area} {...control} />}
    </Field>
  )
}

/** One of a few choices. */
export function SelectField({
  label,
  error,
  hint,
  advice,
  optional,
  ...select
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint} advice={advice} optional={optional}>
      {(control) => <select {...select} {...control} />}
    </Field>
  )
}
