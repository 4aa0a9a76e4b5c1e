import type { SubmitEvent } from 'react'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import { countOf } from '../../lib/format/format.ts'
import { formText } from '../../lib/forms/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { FocusRecovery } from '../../ui/focus-recovery.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { QuickOrderTable } from './quick-order-table.tsx'
import { useQuickOrder } from './use-quick-order.ts'
import * as styles from './quick-order.module.css'

/** The quick order: a list of codes with quantities becomes a table, which fills the cart. */
export function QuickOrderScreen() {
  const { list, lines, failure, isBusy, find, change, remove } = useQuickOrder()
  const found = lines?.filter(({ chosen }) => chosen !== undefined).length ?? 0
  useAnnouncement(lines === undefined ? '' : `${countOf(found, 'product')} of ${countOf(lines.length, 'line')}`)
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    find(formText(event.currentTarget, 'list'))
  }
  return (
    <Page>
      <PageHead title="Quick order" lead="Paste a list of codes to fill your cart" />
      <form className={styles['form']} onSubmit={onSubmit} noValidate>
        <TextArea
          key={list}
          label="Codes, one per line"
          name="list"
          rows={6}
          spellCheck={false}
          placeholder={'ICU-MON-0008, 2\nVM12\nSP-10 x 3'}
          hint="A SKU, id or model number in any spelling, with a quantity if it is not 1."
          defaultValue={list}
          error={failure}
        />
        <Button type="submit" aria-busy={isBusy}>
          Find products
        </Button>
      </form>
      <FocusRecovery>
        {lines && lines.length > 0 && <QuickOrderTable lines={lines} onChange={change} onRemove={remove} />}
        {lines?.length === 0 && <Message kind="info">All lines were removed</Message>}
      </FocusRecovery>
    </Page>
  )
}
