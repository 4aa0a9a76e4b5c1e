import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { announcementAtom } from '../../lib/atoms/announcement-atoms.ts'
import { fetchPlace } from '../../lib/api/account/addresses.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { placeToFill, type Place } from './pin-place.ts'

type PinPlaceOptions = {
  form: Place & { zipCode: string }
  /** What the PIN code before has filled in. */
  filledBefore: Place
  onFill: (place: Partial<Place>) => void
}

/**
 * Looks up the PIN code of a form, and fills in its city and state where nothing was typed. An unknown PIN code and a failed
 * look-up change nothing. Returns the place that was found, as text.
 */
export function usePinPlace({ form, filledBefore, onFill }: PinPlaceOptions): string | undefined {
  const api = useApi()
  const announce = useSetAtom(announcementAtom)
  const [found, setFound] = useState<{ pin: string; place: string }>()
  const onFound = useEffectEvent((pin: string, { city, state }: Place) => {
    const place = `${city}, ${state}`
    const change = placeToFill(form, { city, state }, filledBefore)
    setFound({ pin, place })
    if (Object.keys(change).length === 0) return
    onFill(change)
    announce(`City and state of the PIN code: ${place}`)
  })
  const pin = form.zipCode.trim()
  useEffect(() => {
    if (!/^[0-9]{6}$/.test(pin)) return
    const leaving = new AbortController()
    async function lookUp() {
      const outcome = await outcomeOf(fetchPlace(api, pin, leaving.signal), () => '')
      // Otherwise the form is filled in by hand.
      if (outcome.ok && !leaving.signal.aborted) onFound(pin, outcome.value)
    }
    void lookUp()
    return () => leaving.abort()
  }, [api, pin])
  return found?.pin === pin ? found.place : undefined
}
