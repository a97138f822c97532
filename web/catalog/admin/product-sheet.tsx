import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminAddress } from '../../admin/address.ts'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { productQuery } from '../../admin/queries.ts'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { useApi } from '../../platform/api-context.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { listCategoriesQuery } from '../queries.ts'
import { ProductForm } from './product-form.tsx'
import { NEW_PRODUCT, valuesOf, valuesOfCopy } from './product-values.ts'

/** The product form beside the list. `edit` in the address names the product, or 'new'; `copy` the one to begin with. */
export function ProductSheet() {
  const { read, go } = useAdminAddress()
  const isNew = read('edit') === 'new'
  const id = Number(isNew ? read('copy') : read('edit'))
  const { data: product, isError, refetch } = useQuery({ ...productQuery(useApi(), id), enabled: id > 0 })
  const { data: categories } = useQuery(listCategoriesQuery(useApi()))
  const [isDirty, setDirty] = useState(false)
  const { question, letPass } = useLeaveGuard(isDirty)
  const close = () => go({ edit: null, copy: null })
  const leave = () => {
    letPass()
    close()
  }
  const form = isNew ? (
    <ProductForm
      key={`copy of ${id}`}
      values={product ? valuesOfCopy(product) : NEW_PRODUCT}
      onDirty={setDirty}
      onSaved={leave}
    />
  ) : (
    product && (
      <ProductForm
        key={product.id}
        product={product}
        values={valuesOf(product)}
        onDirty={setDirty}
        onSaved={leave}
      />
    )
  )
  // A select takes a value only from options that are there.
  const isReady = categories !== undefined && (id > 0 ? product !== undefined : isNew)
  return (
    <Sheet isOpen onClose={close} side="right" isWide title={isNew ? 'Add Product' : 'Edit Product'}>
      {isError && <LoadFailure what="This product" onRetry={() => void refetch()} />}
      {!isReady && !isError && <Spinner />}
      {isReady && form}
      {question}
    </Sheet>
  )
}
