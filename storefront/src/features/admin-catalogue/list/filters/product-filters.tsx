import { FolderTree, Warehouse } from 'lucide-react'
import { categoryLabel, collections } from '../../../../lib/router/navigation.ts'
import {
  BoardFilters,
  Choices,
  daysNarrowing,
  type Choice,
  type Narrowing,
} from '../../../../ui/data/board-filters.tsx'
import { DaysFilter } from '../../../../ui/data/days-filter.tsx'
import { Menu } from '../../../../ui/table/menu.tsx'
import { stockLabels, type AdminSearch } from '../admin-search.ts'
import { NameFilter } from './name-filter.tsx'
import * as styles from './product-filters.module.css'

const states = [
  { value: undefined, label: 'In the catalogue' },
  { value: 'deleted', label: 'Deleted' },
]

const categories: readonly Choice[] = [
  { value: undefined, label: 'All categories' },
  ...collections.map(({ path, label }) => ({ value: path, label })),
]

const stocks: readonly Choice[] = [
  { value: undefined, label: 'Any stock' },
  ...Object.entries(stockLabels).map(([value, label]) => ({ value, label })),
]

/** Searches the list of products, and filters it by state, category, brand, company, stock and day of the last change. */
export function ProductFilters({ search }: { search: AdminSearch }) {
  const { text, state, category, brand, company, stock } = search
  return (
    <BoardFilters
      label="Search the catalogue"
      placeholder="Title, brand, company, category or id"
      text={text}
      filter={{ name: 'state', label: 'Which products', current: state, choices: states }}
      narrowed={narrowings(search)}
    >
      <div className={styles['menus']}>
        <Menu icon={<FolderTree aria-hidden />} label="Category" from="left">
          <Choices name="category" label="Category" current={category} choices={categories} />
        </Menu>
        <NameFilter of="brand" label="Brand" current={brand} />
        <NameFilter of="company" label="Company" current={company} />
        <Menu icon={<Warehouse aria-hidden />} label="Stock" from="left">
          <Choices name="stock" label="Stock" current={stock} choices={stocks} />
        </Menu>
        <DaysFilter label="Day of change" days={search} />
      </div>
    </BoardFilters>
  )
}

function narrowings({ category, brand, company, stock, ...days }: AdminSearch): (Narrowing | false)[] {
  return [
    category !== undefined && { label: `Category: ${categoryLabel(category)}`, by: ['category'] },
    brand !== undefined && { label: `Brand: ${brand}`, by: ['brand'] },
    company !== undefined && { label: `Company: ${company}`, by: ['company'] },
    stock !== undefined && { label: stockLabels[stock], by: ['stock'] },
    daysNarrowing(days, 'Changed'),
  ]
}
