import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type SubmitEvent } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Collection } from 'react-aria-components/Collection'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { TextField } from 'react-aria-components/TextField'
import { useLogOut } from '../../../entities/session/use-log-out.ts'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { useDrawer } from '../../../ui/overlays/use-drawer.ts'
import { fewestLetters, type Entry, type Group } from './entries.ts'
import { useGroups } from './use-groups.ts'
import * as styles from './palette.module.css'

/**
 * The command palette: screens, actions, and what the shop's lists find by words or by an id. Focus stays in the field;
 * arrow keys move through the entries, Enter chooses the current one or else the first, Escape closes.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { ref, close, onClick } = useDrawer()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { groups, isSearching, isShort, failure, retry } = useGroups(text)
  const entries = groups.flatMap((group) => group.entries)
  const take = useTake(close)
  useAnnouncement(isSearching ? '' : [failure, countOf(entries.length, 'entry', 'entries')].filter(Boolean).join(' '))

  function onSubmit(submit: SubmitEvent) {
    submit.preventDefault()
    if (entries[0] && !isSearching) take(entries[0])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- on the keyboard, Escape closes the dialog as a click on the backdrop does
    <dialog ref={ref} className={styles['palette']} aria-label="Find anything" onClose={onClose} onClick={onClick}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <form className={styles['form']} onSubmit={onSubmit}>
          <TextField aria-label="Screen, action, order, product, person or id" className={styles['field'] ?? ''}>
            <Input
              ref={field}
              className={styles['input'] ?? ''}
              placeholder="Screen, action, order, product, person or id"
              maxLength={300}
              spellCheck={false}
            />
          </TextField>
        </form>
        {failure !== undefined && (
          <p className={styles['note']}>
            {failure}{' '}
            <Button
              look="quiet"
              onClick={() => {
                // The button disappears.
                field.current?.focus()
                retry()
              }}
            >
              Try again
            </Button>
          </p>
        )}
        <Entries groups={groups} onTake={take} />
      </Autocomplete>
      {entries.length === 0 && failure === undefined && (
        <p className={styles['note']}>{emptyText({ isSearching, isShort })}</p>
      )}
    </dialog>
  )
}

function emptyText({ isSearching, isShort }: { isSearching: boolean; isShort: boolean }): string {
  if (isSearching) return 'Searching …'
  if (isShort) return `Type at least ${fewestLetters} letters to search orders, products, people and requests.`
  return 'Nothing found. Try an id, a name or a word of it.'
}

function Entries({ groups, onTake }: { groups: readonly Group[]; onTake: (entry: Entry) => void }) {
  function onAction(key: unknown) {
    const entry = groups.flatMap(({ entries }) => entries).find(({ id }) => id === key)
    if (entry) onTake(entry)
  }
  return (
    <ListBox aria-label="Entries" className={styles['list'] ?? ''} items={groups} onAction={onAction}>
      {({ title, entries }) => (
        <ListBoxSection id={title} className={styles['group'] ?? ''}>
          <Header className={styles['title'] ?? ''}>{title}</Header>
          <Collection items={entries}>
            {({ label, detail }) => (
              <ListBoxItem textValue={label} className={styles['entry'] ?? ''}>
                <span className={styles['label']}>{label}</span>
                {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
              </ListBoxItem>
            )}
          </Collection>
        </ListBoxSection>
      )}
    </ListBox>
  )
}

function useTake(close: () => void): (entry: Entry) => void {
  const navigate = useNavigate()
  const logOut = useLogOut()
  return ({ does }) => {
    close()
    if (does === 'log out') logOut()
    else void navigate(does)
  }
}
