import { refusalOf, useDeleteCategory, useDeleteProduct } from '../../admin/changes.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'

type Props = { isOpen: boolean; onClose(): void }

export function DeleteProduct({
  product,
  isOpen,
  onClose,
}: Props & { product: { id: number; name: string } }) {
  const remove = useDeleteProduct()
  return (
    <DeleteDialog
      title="Delete product"
      question={`Are you sure you want to delete ${product.name}? If it was ever ordered it is archived instead, and can be put on sale again.`}
      remove={() => remove.mutate(product.id, { onSuccess: onClose })}
      isPending={remove.isPending}
      refusal={refusalOf(remove.error)}
      isOpen={isOpen}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    />
  )
}

export function DeleteCategory({
  category,
  isOpen,
  onClose,
}: Props & { category: { id: number; name: string } }) {
  const remove = useDeleteCategory()
  return (
    <DeleteDialog
      title="Delete category"
      question={`Are you sure you want to delete the category ${category.name}?`}
      remove={() => remove.mutate(category.id, { onSuccess: onClose })}
      isPending={remove.isPending}
      refusal={refusalOf(remove.error)}
      isOpen={isOpen}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    />
  )
}

/** Asks first; a refusal stays beside the question, where it can be read. */
function DeleteDialog({
  title,
  question,
  remove,
  isPending,
  refusal,
  isOpen,
  onClose,
}: Props & {
  title: string
  question: string
  remove(): void
  isPending: boolean
  refusal: string | null
}) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={title}>
      <p>{question}</p>
      {refusal && (
        <p role="alert" className="mt-3 text-sale">
          {refusal}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" isBusy={isPending} onClick={remove}>
          Delete
        </Button>
      </div>
    </Modal>
  )
}
