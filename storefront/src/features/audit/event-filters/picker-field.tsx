import { Field } from '../../../ui/forms/field.tsx'
import { CompletionList } from '../ask/completion-list.tsx'
import type { usePicker } from './use-picker.ts'
import * as styles from '../ask/ask.module.css'

type PickerFieldProps = {
  label: string
  placeholder?: string
  picker: ReturnType<typeof usePicker>
}

/** A combobox: focus stays in the field, arrow keys move through the options, Enter takes one. */
export function PickerField({ label, placeholder, picker }: PickerFieldProps) {
  const { input, text, options, active, error, type, take, open, close, onKeyDown } = picker
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className={styles['field']}>
          <input
            {...control}
            ref={input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={`${control.id}-list`}
            aria-activedescendant={active < 0 || options.length === 0 ? undefined : `${control.id}-${active}`}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={300}
            value={text}
            onChange={({ target }) => type(target.value)}
            onClick={open}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          {options.length > 0 && (
            <CompletionList id={control.id} label={label} options={options} active={active} onTake={take} />
          )}
        </div>
      )}
    </Field>
  )
}
