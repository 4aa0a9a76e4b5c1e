import { Link, useRouterState } from '@tanstack/react-router'
import { Bookmark, X } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { formText } from '../../lib/forms/form-text.ts'
import { readQuery } from '../../lib/router/address-text.ts'
import { browserStorage } from '../../lib/storage/storage.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Menu } from '../../ui/table/menu.tsx'
import { useSession } from '../session/use-session.ts'
import { savedViews } from './saved-views.ts'
import * as styles from './views-menu.module.css'

/**
 * The views of a list that the browser stores for the account: filters, order and columns under a name.
 * @param of the path of the list, if it is not that of the page
 */
export function ViewsMenu({ of }: { of: string | undefined }) {
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location })
  const account = useSession()?.id ?? ''
  const store = savedViews(browserStorage, account)
  const list = of ?? pathname
  const [views, setViews] = useState(() => store.of(list))
  const [fault, setFault] = useState<string>()
  const current = withoutPage(searchStr)

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = formText(form, 'name').trim().slice(0, 60)
    setFault(name === '' ? 'Give the view a name' : undefined)
    if (name === '') return
    store.save(list, { name, query: current })
    setViews(store.of(list))
    form.reset()
  }
  function remove(name: string) {
    store.remove(list, name)
    setViews(store.of(list))
  }
  return (
    <Menu icon={<Bookmark aria-hidden />} label="Saved views">
      {views.length === 0 ? (
        <p>No saved views yet: choose filters, order and columns, and give them a name.</p>
      ) : (
        <ul>
          {views.map(({ name, query }) => (
            <li key={name} className={styles['view']}>
              <Link
                to="."
                search={readQuery(query)}
                className={styles['name']}
                activeProps={{}}
                activeOptions={{ exact: true }}
                aria-current={query === current ? 'true' : undefined}
              >
                {name}
              </Link>
              <IconButton label={`Remove the view ${name}`} onClick={() => remove(name)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form className={styles['form']} onSubmit={save} noValidate>
        <TextField label="Name of this view" name="name" autoComplete="off" maxLength={60} error={fault} />
        <Button type="submit" look="secondary">
          Save
        </Button>
      </form>
    </Menu>
  )
}

/** The query of an address as stored in a view: without the page. */
function withoutPage(query: string): string {
  const parameters = new URLSearchParams(query)
  parameters.delete('page')
  return String(parameters)
}
