import { useEffect, useState } from 'react'
import type { Suggestion } from '#modules/catalogue/schema.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { fetchSuggestions } from '../../lib/api/products.ts'
import type { StoredProduct } from '../../entities/product/stored/stored-products.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { wait } from '../../lib/router/wait.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Highlighted } from '../../ui/data/highlighted.tsx'
import * as styles from './compare.module.css'

type DevicePickerProps = { title: string; onPick: (device: StoredProduct) => void; onClose: () => void }

/** Searches for a device by name and adds it to the comparison. */
export function DevicePicker({ title, onPick, onClose }: DevicePickerProps) {
  const [text, setText] = useState('')
  const { suggestions, message } = useFoundDevices(text.trim())
  return (
    <Dialog title={title} onClose={onClose}>
      <TextField
        label="Name, brand or kind of device"
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <output className={styles['found']}>{message}</output>
      <ul className={styles['options']}>
        {suggestions.map(({ id, title: name, brand, logoUrl, highlight }) => (
          <li key={id}>
            <button
              type="button"
              className={styles['option']}
              onClick={() => onPick({ id, title: name, brand, logoUrl })}
            >
              <span>
                <Highlighted text={highlight} />
              </span>
              <small>{brand}</small>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** How long typing must pause before suggestions are fetched. */
const pauseMs = 120

const idle = { suggestions: [] as Suggestion[], message: '' }

function useFoundDevices(query: string) {
  const api = useApi()
  const [found, setFound] = useState(idle)
  useEffect(() => {
    if (query === '') return
    const request = new AbortController()
    wait(pauseMs, request.signal)
      .then(() => fetchSuggestions(api, query, request.signal))
      .then(({ products }) =>
        setFound({ suggestions: products, message: products.length > 0 ? '' : 'No results found.' }),
      )
      .catch((error: unknown) => {
        if (!request.signal.aborted) setFound({ suggestions: [], message: messageOf(error) })
      })
    return () => request.abort()
  }, [api, query])
  return query === '' ? idle : found
}
