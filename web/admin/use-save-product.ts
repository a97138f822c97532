import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type AnswerOf, ApiError } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { refusalOf, useCreateProduct, useUpdateProduct } from './changes.ts'
import type { Meanwhile } from './meanwhile-note.tsx'
import { changedInput, inputOf, type ProductValues, valuesOf } from './product-values.ts'
import { productQuery } from './queries.ts'

type AdminProduct = AnswerOf<'GET /api/admin/products/:id'>

/**
 * Makes a product or, when one is given, changes it. When another admin was faster, what they changed comes into the fields
 * that were not touched here, and is told; what was typed here stays.
 */
export function useSaveProduct(
  form: UseFormReturn<ProductValues>,
  product: AdminProduct | undefined,
  onSaved: () => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const create = useCreateProduct()
  const update = useUpdateProduct()
  const [seen, setSeen] = useState(product)
  const [meanwhile, setMeanwhile] = useState<Meanwhile<ProductValues> | null>(null)

  async function lookAgain(seen: AdminProduct, message: string) {
    const now = await queryClient.fetchQuery(productQuery(api, seen.id))
    setMeanwhile({ message, before: valuesOf(seen), now: valuesOf(now), typed: form.getValues() })
    form.reset(valuesOf(now), { keepDirtyValues: true })
    setSeen(now)
  }

  function showRefusal(error: Error) {
    if (!(error instanceof ApiError)) return
    if (error.code === 'changed_meanwhile' && seen) {
      void lookAgain(seen, error.serverMessage ?? '')
      return
    }
    for (const { path, message } of error.errors) {
      form.setError(path as keyof ProductValues, { message }, { shouldFocus: true })
    }
  }

  function save() {
    const typed = form.getValues()
    const options = { onSuccess: onSaved, onError: showRefusal }
    setMeanwhile(null)
    if (!seen) create.mutate(inputOf(typed), options)
    else {
      const { id, version, stockQuantity: seenStock } = seen
      update.mutate({ ...changedInput(typed, valuesOf(seen)), id, version, seenStock }, options)
    }
  }
  const { isPending, error } = product ? update : create
  return { save, isPending, refusal: refusalOf(error), meanwhile }
}
