import { Building2, Tag } from 'lucide-react'
import { Choices } from '../../../../ui/data/board-filters.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { Menu } from '../../../../ui/table/menu.tsx'
import { useNames, type NamedField } from './use-names.ts'

type NameFilterProps = { of: NamedField; label: string; current: string | undefined }

const icons = { brand: Tag, company: Building2 }

/** Filters the list by one brand or company, chosen from those that contain the typed text. */
export function NameFilter({ of, label, current }: NameFilterProps) {
  const { names, find } = useNames(of)
  const Icon = icons[of]
  const choices = (names ?? []).map((name) => ({ value: name, label: name }))
  const any = current === undefined ? [] : [{ value: undefined, label: 'Any' }]
  return (
    <Menu icon={<Icon aria-hidden />} label={label} from="left" onOpen={() => find('')}>
      <TextField
        label={`Find a ${of}`}
        type="search"
        autoComplete="off"
        onChange={({ target }) => find(target.value)}
      />
      <output className="visually-hidden">{names && `${names.length} found`}</output>
      {names?.length === 0 ? (
        <p>No {of} has such a name.</p>
      ) : (
        <Choices name={of} label={label} current={current} choices={[...any, ...choices]} />
      )}
    </Menu>
  )
}
