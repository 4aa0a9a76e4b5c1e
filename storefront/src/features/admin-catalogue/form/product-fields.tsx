import { useRef, type ChangeEvent, type SubmitEvent } from 'react'
import { collections } from '../../../lib/router/navigation.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/forms/field.tsx'
import { useFileDrop } from '../../../ui/forms/use-file-drop.ts'
import { Message } from '../../../ui/feedback/message.tsx'
import { RestoredDraftMessage } from './restored-draft-message.tsx'
import { ConflictMessage } from './conflict-message.tsx'
import { PictureList } from './pictures/picture-list.tsx'
import { usePictureUploads } from './pictures/use-picture-uploads.ts'
import { SpecificationEditor } from './specification/specification-editor.tsx'
import { fieldLabels } from './product-changes.ts'
import type { ProductForm } from './product-form.ts'
import type { useProductDraft } from './use-product-draft.ts'
import type { useSaveProduct } from './use-save-product.ts'
import * as styles from './admin-form.module.css'

type ProductFieldsProps = {
  draft: ReturnType<typeof useProductDraft>
  saving: ReturnType<typeof useSaveProduct>
}

/** The fields of a product, in the order of validation (spec §5). */
export function ProductFields({ draft, saving: { busy, faults, save, discard } }: ProductFieldsProps) {
  const { form, seen, conflict, isRestored, now, change, edit, takeTheirs } = draft
  const productId = seen?.id
  const uploads = usePictureUploads({ productId, now, edit })
  const { isOver, target: dropTarget } = useFileDrop((files) => void uploads.upload(files))
  const element = useRef<HTMLFormElement>(null)

  const focus = (name: string) => element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const fault = await save(form)
    if (fault) focus(fault.field)
  }
  /** Moves the focus, because the button disappears with its message. */
  function onTakeTheirs() {
    takeTheirs()
    // Otherwise the same product, entered again, would be taken for a retry of one whose response was lost.
    discard()
    focus('title')
  }
  const field = (name: keyof ProductForm) => ({
    name,
    label: fieldLabels[name],
    value: form[name],
    error: faults.find((fault) => fault.field === name)?.message,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change({ [name]: target.value }),
  })
  return (
    <form
      ref={element}
      className={styles['form']}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      {...dropTarget}
    >
      {isRestored && !conflict && <RestoredDraftMessage isNew={!seen} onStartAgain={onTakeTheirs} />}
      {conflict && <ConflictMessage conflict={conflict} onTakeTheirs={onTakeTheirs} />}
      {faults[0] && <Message kind="error">{faults[0].message}</Message>}
      <fieldset className={styles['group']}>
        <legend>Product</legend>
        <TextField required {...field('title')} />
        <div className={styles['pair']}>
          <TextField required {...field('company')} />
          <TextField required {...field('brand')} />
          <TextField hint="Exclusive of GST" inputMode="decimal" required {...field('price')} label="Price in ₹" />
          <TextField inputMode="numeric" required {...field('qty')} />
          <TextField hint="Such as Equipment or Consumable" required {...field('lookupType')} />
          <TextField optional maxLength={60} hint="The manufacturer’s, such as VM-12" {...field('modelNumber')} />
          <SelectField {...field('posttype')}>
            <option value="">No category</option>
            {collections.map(({ path, label, parent }) => (
              <option key={path} value={path}>
                {parent === null ? label : `– ${label}`}
              </option>
            ))}
          </SelectField>
        </div>
        <SpecificationEditor
          {...field('featureDescription')}
          onChange={(featureDescription) => change({ featureDescription })}
        />
        <TextArea rows={5} required {...field('description')} />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Pictures</legend>
        <PictureList of={productId} uploads={{ ...uploads, isOver }} field={field} edit={edit} />
      </fieldset>
      <Actions busy={busy} disabled={busy || uploads.pending.length > 0} />
    </form>
  )
}

function Actions({ busy, disabled }: { busy: boolean; disabled: boolean }) {
  return (
    <div className={styles['actions']}>
      <Button type="submit" large disabled={disabled}>
        {busy ? 'Saving...' : 'Save product'}
      </Button>
      <ButtonLink to="/admin" look="quiet" large>
        Cancel
      </ButtonLink>
    </div>
  )
}
