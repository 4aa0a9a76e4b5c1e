import { Link, useNavigate } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { formText } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { AdminSearch } from './admin-search.ts'
import styles from './admin-list.module.css'

/** One box that looks in title, brand, company, category and id; and whether it is in the catalogue. */
export function AdminFilters({ search }: { search: AdminSearch }) {
  const navigate = useNavigate({ from: '/admin/' })
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = formText(event.currentTarget, 'text').trim() || undefined
    void navigate({ search: (before) => ({ ...before, text, page: undefined }) })
  }
  return (
    <div className={styles['filters']}>
      <form key={search.text} className={styles['search']} onSubmit={onSubmit}>
        <TextField
          label="Search the catalogue"
          name="text"
          type="search"
          placeholder="Title, brand, company, category or id"
          defaultValue={search.text}
        />
        <Button type="submit" look="secondary">
          Search
        </Button>
      </form>
      <nav aria-label="Which products" className={styles['states']}>
        <StateLink label="In the catalogue" state={undefined} current={search.state} />
        <StateLink label="Deleted" state="deleted" current={search.state} />
      </nav>
    </div>
  )
}

type StateLinkProps = { label: string; state: AdminSearch['state']; current: AdminSearch['state'] }

function StateLink({ label, state, current }: StateLinkProps) {
  return (
    <Link
      to="/admin"
      search={(search) => ({ ...search, state, page: undefined })}
      className={styles['state']}
      activeProps={{}}
      aria-current={state === current ? 'true' : undefined}
    >
      {label}
    </Link>
  )
}
