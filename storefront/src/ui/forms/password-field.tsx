import { useState, type ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import * as styles from './password-field.module.css'

/** An input for a password, with a button that shows what was typed. */
export function PasswordField({
  label,
  error,
  hint,
  advice,
  optional,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} advice={advice} optional={optional}>
      {(control) => (
        <div className={styles['row']}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
          />
          <button
            type="button"
            className={styles['toggle']}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
