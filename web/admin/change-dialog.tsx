import { DialogForm, type DialogOf } from '../ui/dialog-form.tsx'
import { refusalOf } from './changes.ts'

/** A change of the shop, asked for first; a refusal is in the server's words. */
export function ChangeDialog({ change, ...form }: DialogOf) {
  return <DialogForm {...form} isBusy={change.isPending} refusal={refusalOf(change.error)} />
}
