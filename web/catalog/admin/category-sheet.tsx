import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminAddress } from '../../admin/address.ts'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { categoryQuery } from '../../admin/queries.ts'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { useApi } from '../../platform/api-context.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CategoryForm } from './category-form.tsx'

/** The category form beside the list. `edit` in the address names the category, or 'new'. */
export function CategorySheet() {
  const { read, go } = useAdminAddress()
  const isNew = read('edit') === 'new'
  const id = isNew ? 0 : Number(read('edit'))
  const { data: category, isError, refetch } = useQuery({ ...categoryQuery(useApi(), id), enabled: !isNew })
  const [isDirty, setDirty] = useState(false)
  const { question, letPass } = useLeaveGuard(isDirty)
  const close = () => go({ edit: null })
  const leave = () => {
    letPass()
    close()
  }
  const isReady = isNew || category !== undefined
  return (
    <Sheet isOpen onClose={close} side="right" title={isNew ? 'Add Category' : 'Edit Category'}>
      {isError && <LoadFailure what="This category" onRetry={() => void refetch()} />}
      {!isReady && !isError && <Spinner />}
      {isReady && <CategoryForm key={id} category={category} onDirty={setDirty} onSaved={leave} />}
      {question}
    </Sheet>
  )
}
