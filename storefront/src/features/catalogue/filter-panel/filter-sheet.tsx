import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import * as styles from './facets.module.css'
import { FilterChips } from './filter-chips.tsx'
import { Filters, type FiltersProps } from './filters.tsx'

/** The filters on a phone: a sheet over the list, which is updated with every choice. */
export function FilterSheet({ count, onClose, ...filters }: FiltersProps & { count: string; onClose: () => void }) {
  return (
    <Dialog title="Filters" onClose={onClose}>
      <FilterChips narrowing={filters.narrowing} />
      <Filters {...filters} />
      <div className={styles['sheetFoot']}>
        <Button wide large onClick={onClose}>
          Show {count}
        </Button>
      </div>
    </Dialog>
  )
}
