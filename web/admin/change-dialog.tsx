import { DialogForm, type DialogProps } from '../ui/dialog-form.tsx'
import { refusalOf } from './changes.ts'

/** A change of the shop, asked for first; a refusal is in the server's words. */
export function ChangeDialog(dialog: DialogProps) {
  return <DialogForm {...dialog} reasonOf={refusalOf} />
}
