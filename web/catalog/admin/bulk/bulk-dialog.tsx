import { type FormEvent, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { rejectionMessage } from '../../../admin/changes.tsx'
import { ScrollTable } from '../../../admin/data-table.tsx'
import { useApi } from '../../../platform/api.ts'
import { useFormats } from '../../../platform/formats.ts'
import { useQuery } from '../../../platform/use-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Rejection } from '../../../ui/feedback.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { listCategoriesQuery } from '../../queries.ts'
import { productCount } from './bulk-actions.ts'
import { type BulkChoice, type Preview, useBulkEdit, wordsOf } from './bulk-edit.ts'
import { BulkForm, changesOf, NO_CHANGE } from './bulk-form.tsx'

/** Asks for the changes, previews them for each product, and then applies them. */
export function BulkDialog({
  choice,
  count,
  onClose,
  onDone,
}: {
  choice: BulkChoice
  count: number
  onClose(): void
  /** Called after the changes were applied. */
  onDone(): void
}) {
  const [values, setValues] = useState(NO_CHANGE)
  const formats = useFormats()
  const countOf = (count: number) => productCount(count, formats)
  const { preview, apply } = useBulkEdit(choice, () => {
    onClose()
    onDone()
  })
  const look = () => {
    apply.reset()
    preview.mutate(changesOf(values, formats.locale))
  }
  const shown = preview.isSuccess ? preview.data : null
  const rejection = rejectionMessage(apply.error ?? preview.error)
  return (
    <Modal isOpen isWide onClose={onClose} title={t('Edit {count}', { count: countOf(count) })}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (shown) apply.mutate()
          else look()
        }}
      >
        {shown ? (
          <BulkPreview preview={shown} />
        ) : (
          <BulkForm values={values} onChange={(changes) => setValues({ ...values, ...changes })} />
        )}
        <Rejection className="mt-4">{rejection}</Rejection>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {shown ? (
            <>
              <Button look="outline" disabled={apply.isPending} onClick={() => preview.reset()}>
                {t('Back')}
              </Button>
              {apply.isError && (
                <Button look="outline" onClick={look}>
                  {t('Preview again')}
                </Button>
              )}
              <Button
                type="submit"
                isBusy={apply.isPending}
                disabled={shown.changes.length === 0 || apply.isError}
              >
                {t('Update {length}', { length: countOf(shown.changes.length) })}
              </Button>
            </>
          ) : (
            <>
              <Button look="outline" onClick={onClose}>
                {t('Cancel')}
              </Button>
              <Button type="submit" isBusy={preview.isPending}>
                {t('Preview')}
              </Button>
            </>
          )}
        </div>
      </form>
    </Modal>
  )
}

/** The old and new values of each product. */
function BulkPreview({ preview: { changes, unchanged, refused } }: { preview: Preview }) {
  const formats = useFormats()
  return (
    <>
      <p role="status">
        {productCount(changes.length, formats)} would change
        {unchanged > 0 &&
          t(', {unchanged} unchanged', { unchanged: unchanged.toLocaleString(formats.locale) })}
        . Nothing has been changed yet.
      </p>
      {refused.length > 0 && (
        <div role="alert" className="mt-3 text-sale">
          <p>{t('Can’t be changed:')}</p>
          <ul className="list-disc pl-5">
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {changes.length > 0 && (
        <ScrollTable caption={t('Changes')} heads={['Product', 'Change']}>
          {changes.map((change) => (
            <tr key={change.id} className="border-hairline border-t align-top">
              <td className="wrap-anywhere w-2/5 px-3 py-2">{change.name}</td>
              <td className="px-3 py-2 tabular-nums">
                <ChangedFields change={change} />
                {change.variants?.map((variant) => (
                  <div key={variant.id}>
                    <p className="font-medium">{variant.title}</p>
                    <ChangedFields change={variant} />
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </>
  )
}

function ChangedFields({ change }: { change: Pick<Preview['changes'][number], 'before' | 'after'> }) {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  return wordsOf(change, categories, useFormats()).map(({ field, was, becomes }) => (
    <p key={field}>
      {field}: <del className="text-sale no-underline">{was}</del> →{' '}
      <ins className="text-success no-underline">{becomes}</ins>
    </p>
  ))
}
