import { useState } from 'react'
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts'

/** The choice whether shortcuts of a single character work, and its setter. */
export function useSingleKeys(storageKey: string): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => areSingleKeysOn(storageKey))
  return [
    isOn,
    (next) => {
      setSingleKeys(storageKey, next)
      setOn(next)
    },
  ]
}
