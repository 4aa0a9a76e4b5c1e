import { useRouter } from '@tanstack/react-router'
import { Columns3Cog } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { columnsText, sizes, standardSize, type ViewSearch } from '../../lib/router/list-view.ts'
import { rowKeysKey } from '../../lib/storage/console-storage-keys.ts'
import { useSingleKeys } from '../../lib/storage/use-single-keys.ts'
import { shownColumns, type Column } from './columns.ts'
import { Menu } from './menu.tsx'
import * as styles from './view-menu.module.css'

type ViewMenuProps<Row> = {
  columns: readonly Column<Row>[]
  view: ViewSearch
  /** Whether there is room for a table, which has columns. */
  isWide: boolean
}

/** Chooses how a list is shown: its order, its columns, the rows of a page and their height, all kept by the address. */
export function ViewMenu<Row>({ columns, view, isWide }: ViewMenuProps<Row>) {
  const router = useRouter()
  const show = (change: Omit<ViewSearch, 'sort'> & { page?: undefined }) =>
    void router.navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace: true })
  return (
    <Menu icon={<Columns3Cog aria-hidden />} label="View">
      {isWide && (
        <ColumnChoice columns={columns} chosen={view.columns} onChoose={(ids) => show({ columns: columnsText(ids) })} />
      )}
      <OrderChoice
        columns={columns}
        chosen={view.sort}
        onChoose={(sort) => show({ [parameter]: sort || undefined, page: undefined })}
      />
      <Choice
        label="Rows per page"
        value={view.size ?? standardSize}
        onChoose={(text) => show({ size: Number(text) === standardSize ? undefined : Number(text), page: undefined })}
      >
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </Choice>
      {isWide && (
        <>
          <Check
            isOn={view.density === 'compact'}
            onSwitch={(isOn) => show({ density: isOn ? 'compact' : undefined })}
            label="Compact rows"
          />
          <RowKeysSwitch />
        </>
      )}
    </Menu>
  )
}

/** Each list has its own orders, so their names are not of one type. */
const parameter: string = 'sort'

type OrderChoiceProps<Row> = {
  columns: readonly Column<Row>[]
  chosen: string | undefined
  onChoose: (sort: string) => void
}

/** For cards, which have no column heads; a table has its order here, too. */
function OrderChoice<Row>({ columns, chosen = '', onChoose }: OrderChoiceProps<Row>) {
  const sortable = columns.filter(({ sorts }) => sorts !== undefined)
  if (sortable.length === 0) return null
  return (
    <Choice label="Order" value={chosen} onChoose={onChoose}>
      <option value="">Default</option>
      {sortable.flatMap(({ id, head }) => [
        <option key={`${id}-asc`} value={`${id}-asc`}>
          {head}, ascending
        </option>,
        <option key={`${id}-desc`} value={`${id}-desc`}>
          {head}, descending
        </option>,
      ])}
    </Choice>
  )
}

type ChoiceProps = { label: string; value: string | number; onChoose: (value: string) => void; children: ReactNode }

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles['line']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={styles['select']} value={value} onChange={({ target }) => onChoose(target.value)}>
        {children}
      </select>
    </div>
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
  const [isOn, onSwitch] = useSingleKeys(rowKeysKey)
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
