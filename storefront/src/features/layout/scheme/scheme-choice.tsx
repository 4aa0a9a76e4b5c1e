import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { chooseScheme, chosenScheme, schemes, type Scheme } from './scheme.ts'
import * as styles from './scheme.module.css'

const looks: Record<Scheme, { label: string; Icon: typeof Sun }> = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
}

/** Chooses the colour scheme, at once and for the next visits. */
export function SchemeChoice() {
  const [chosen, setChosen] = useState(chosenScheme)
  return (
    <fieldset className={styles['choice']}>
      <legend className="visually-hidden">Appearance</legend>
      {schemes.map((scheme) => {
        const { label, Icon } = looks[scheme]
        return (
          <label key={scheme} className={styles['option']}>
            <input
              type="radio"
              name="scheme"
              value={scheme}
              checked={scheme === chosen}
              onChange={() => {
                chooseScheme(scheme)
                setChosen(scheme)
              }}
            />
            <Icon aria-hidden />
            {label}
          </label>
        )
      })}
    </fieldset>
  )
}
