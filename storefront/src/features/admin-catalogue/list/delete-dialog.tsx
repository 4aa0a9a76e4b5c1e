import type { Product } from '#modules/catalogue/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx'

type DeleteDialogProps = { product: Product; onNo: () => void; onYes: () => void }

/** Asks for confirmation before a product is deleted (spec §4). */
export function DeleteDialog({ product, onNo, onYes }: DeleteDialogProps) {
  return (
    <Dialog title="Delete Product?" onClose={onNo}>
      <p>
        <strong>{product.title}</strong> is removed from the catalogue at once. Orders that contain it do not change.
      </p>
      <DialogActions>
        <Button look="quiet" onClick={onNo}>
          No
        </Button>
        <Button look="danger" onClick={onYes}>
          Yes
        </Button>
      </DialogActions>
    </Dialog>
  )
}
