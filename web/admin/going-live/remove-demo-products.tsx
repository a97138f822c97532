import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useMutation } from '../../platform/use-query.ts'
import { Checkbox } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { Trans } from '../../ui/trans.tsx'
import { refetchCatalog } from '../queries.ts'
import { Removal } from './removal.tsx'

/**
 * Says that the demo's products are on sale, and deletes them after a confirmation.
 * @param categories the names of the categories that this empties
 */
export function RemoveDemoProducts({ count, categories }: { count: number; categories: string[] }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { locale } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const [hasCategories, setHasCategories] = useState(true)
  const products = `${count.toLocaleString(locale)} demo ${count === 1 ? 'product' : 'products'}`
  const remove = useMutation({
    mutationFn: () => api.call('POST /api/admin/demo-products/remove', { categories: hasCategories }),
    onSuccess({ deleted, archived, deletedCategories }) {
      setOpen(false)
      const kept = archived > 0 ? ` ${archived} archived, because they were ordered.` : ''
      const emptied =
        deletedCategories > 0
          ? ` ${deletedCategories} ${deletedCategories === 1 ? 'category' : 'categories'} deleted.`
          : ''
      showToast(
        t('Demo products removed'),
        t('{deleted} deleted.{kept}{emptied}', { deleted, kept, emptied }),
      )
      return refetchCatalog(queryClient)
    },
  })
  return (
    <Removal
      sentence={(button) => (
        <Trans
          text={'The shop still sells {products}. <button>Remove the demo products</button>'}
          values={{ products }}
          parts={{ button }}
        />
      )}
      title={t('Remove the demo products?')}
      submit={t('Remove {products}', { products })}
      isOpen={isOpen}
      onOpenChange={setOpen}
      change={remove}
      onSubmit={() => remove.mutate()}
    >
      <p>
        {t(
          'They are deleted with their photographs, and can’t be restored. Products that were ordered are archived instead. A demo product that you renamed is yours, and stays.',
        )}
      </p>
      {categories.length > 0 && (
        <Checkbox
          label={`Also delete the demo ${categories.length === 1 ? 'category' : 'categories'} that this empties: ${categories.join(', ')}`}
          checked={hasCategories}
          onChange={({ target }) => setHasCategories(target.checked)}
        />
      )}
      <p className="text-muted text-sm">{t('Other categories stay. Shoppers don’t see empty ones.')}</p>
    </Removal>
  )
}
