import { useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { refusalOf, useCreateProduct, useUpdateProduct } from '../../admin/changes.ts'
import { productQuery } from '../../admin/queries.ts'
import { useMeanwhile } from '../../admin/use-edit-conflict.ts'
import type { AnswerOf } from '../../platform/api.ts'
import { useApi } from '../../platform/api-context.ts'
import { changedInput, inputOf, type ProductValues, valuesOf } from './product-values.ts'

type AdminProduct = AnswerOf<'GET /api/admin/products/:id'>

/** Makes a product or, when one is given, changes it. */
export function useSaveProduct(
  form: UseFormReturn<ProductValues>,
  product: AdminProduct | undefined,
  onSaved: () => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const create = useCreateProduct()
  const update = useUpdateProduct()
  const { seen, meanwhile, forget, showRefusal } = useMeanwhile(form, product, valuesOf, ({ id }) =>
    queryClient.fetchQuery(productQuery(api, id)),
  )

  function save() {
    const typed = form.getValues()
    const options = { onSuccess: onSaved, onError: showRefusal }
    forget()
    if (!seen) create.mutate(inputOf(typed), options)
    else {
      const { id, version, stockQuantity: seenStock } = seen
      update.mutate({ ...changedInput(typed, valuesOf(seen)), id, version, seenStock }, options)
    }
  }
  const { isPending, error } = product ? update : create
  return { save, isPending, refusal: refusalOf(error), meanwhile }
}
