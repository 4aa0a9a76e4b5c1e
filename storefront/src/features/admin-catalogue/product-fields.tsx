import { useRef, type ChangeEvent, type SubmitEvent } from 'react'
import { collections } from '../../lib/navigation.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Message } from '../../ui/message.tsx'
import type { ProductForm } from './product-form.ts'
import { useSaveProduct } from './use-save-product.ts'
import styles from './admin-form.module.css'

type ProductFieldsProps = { productId: string | undefined; form: ProductForm; onChange: (form: ProductForm) => void }

/** The fields of a product, in the order in which they are checked (spec §5). */
export function ProductFields({ productId, form, onChange }: ProductFieldsProps) {
  const element = useRef<HTMLFormElement>(null)
  const { busy, faults, save } = useSaveProduct(productId)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const fault = await save(form)
    if (fault) element.current?.querySelector<HTMLElement>(`[name="${fault.field}"]`)?.focus()
  }
  const field = (name: keyof ProductForm) => ({
    name,
    value: form[name],
    error: faults.find((fault) => fault.field === name)?.message,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange({ ...form, [name]: target.value }),
  })
  return (
    <form ref={element} className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      {faults[0] && <Message kind="error">{faults[0].message}</Message>}
      <fieldset className={styles['group']}>
        <legend>Product</legend>
        <TextField label="Title" required {...field('title')} />
        <div className={styles['pair']}>
          <TextField label="Company" required {...field('company')} />
          <TextField label="Brand" required {...field('brand')} />
          <TextField label="Price in ₹" hint="Exclusive of GST" inputMode="decimal" required {...field('price')} />
          <TextField label="Quantity in stock" inputMode="numeric" required {...field('qty')} />
          <TextField label="Lookup Type" hint="Such as Equipment or Consumable" required {...field('lookupType')} />
          <SelectField label="Category" {...field('posttype')}>
            <option value="">No category</option>
            {collections.map(({ path, label, parent }) => (
              <option key={path} value={path}>
                {parent === null ? label : `– ${label}`}
              </option>
            ))}
          </SelectField>
        </div>
        <TextArea
          label="Key Specification & Dimensions"
          hint="One a line, such as Screen: 12.1 in"
          rows={7}
          required
          {...field('featureDescription')}
        />
        <TextArea label="Description" rows={5} required {...field('description')} />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Pictures</legend>
        <TextField label="Logo URL" hint="https:// or a path on this site" optional {...field('logoUrl')} />
        <TextField label="Picture 1" optional {...field('imgUrl1')} />
        <TextField label="Picture 2" optional {...field('imgUrl2')} />
        <TextField label="Picture 3" optional {...field('imgUrl3')} />
      </fieldset>
      <div className={styles['actions']}>
        <Button type="submit" large disabled={busy}>
          {busy ? 'Saving...' : 'Save product'}
        </Button>
        <ButtonLink to="/admin" look="quiet" large>
          Cancel
        </ButtonLink>
      </div>
    </form>
  )
}
