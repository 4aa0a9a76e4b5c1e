import { useRouter } from '@tanstack/react-router'
import { Columns3Cog } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { columnsText, sizes, standardSize, type ViewSearch } from '../../lib/router/list-view.ts'
import { shownColumns, type Column } from './columns.ts'
import { Menu } from './menu.tsx'
import { areRowKeysOn, setRowKeys } from './use-row-keys.ts'
import * as styles from './view-menu.module.css'

type ViewMenuProps<Row> = { columns: readonly Column<Row>[]; view: ViewSearch }

/** Chooses how a list is shown: its columns, the rows of a page and their height, all of which the address keeps. */
export function ViewMenu<Row>({ columns, view }: ViewMenuProps<Row>) {
  const sizeId = useId()
  const router = useRouter()
  const show = (change: Omit<ViewSearch, 'sort'> & { page?: undefined }) =>
    void router.navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace: true })
  return (
    <Menu icon={<Columns3Cog aria-hidden />} label="View">
      <ColumnChoice columns={columns} chosen={view.columns} onChoose={(ids) => show({ columns: columnsText(ids) })} />
      <div className={styles['line']}>
        <label htmlFor={sizeId}>Rows per page</label>
        <select
          id={sizeId}
          className={styles['select']}
          value={view.size ?? standardSize}
          onChange={({ target }) => {
            const size = Number(target.value)
            show({ size: size === standardSize ? undefined : size, page: undefined })
          }}
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      <Check
        isOn={view.density === 'compact'}
        onSwitch={(isOn) => show({ density: isOn ? 'compact' : undefined })}
        label="Compact rows"
      />
      <RowKeysSwitch />
    </Menu>
  )
}

type ColumnChoiceProps<Row> = {
  columns: readonly Column<Row>[]
  chosen: string | undefined
  onChoose: (ids: string[]) => void
}

function ColumnChoice<Row>({ columns, chosen, onChoose }: ColumnChoiceProps<Row>) {
  const shown = new Set(shownColumns(columns, chosen).map(({ id }) => id))
  function choose(id: string, isOn: boolean) {
    const ids = columns.map((column) => column.id).filter((one) => (one === id ? isOn : shown.has(one)))
    const usual = shownColumns(columns, undefined).map((column) => column.id)
    onChoose(ids.join() === usual.join() ? [] : ids)
  }
  return (
    <fieldset className={styles['columns']}>
      <legend>Columns</legend>
      {columns.map(({ id, head }, place) => (
        <Check key={id} label={head} isOn={shown.has(id)} isFixed={place === 0} onSwitch={(isOn) => choose(id, isOn)} />
      ))}
    </fieldset>
  )
}

function RowKeysSwitch() {
  const [isOn, setOn] = useState(areRowKeysOn)
  function onSwitch(next: boolean) {
    setRowKeys(next)
    setOn(next)
  }
  return (
    <Check
      isOn={isOn}
      onSwitch={onSwitch}
      label={
        <>
          Keys: <kbd>j</kbd> <kbd>k</kbd> to move, <kbd>Enter</kbd> to open, <kbd>x</kbd> to select
        </>
      }
    />
  )
}

type CheckProps = { label: ReactNode; isOn: boolean; isFixed?: boolean; onSwitch: (isOn: boolean) => void }

function Check({ label, isOn, isFixed, onSwitch }: CheckProps) {
  return (
    <label className={styles['check']}>
      <input type="checkbox" checked={isOn} disabled={isFixed} onChange={({ target }) => onSwitch(target.checked)} />
      <span>{label}</span>
    </label>
  )
}
