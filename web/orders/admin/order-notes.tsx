import { type FormEvent, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { NOTE_MAX } from '#contract/orders/rules.ts'
import { OrderSection } from '../../admin/list-frame.tsx'
import { May } from '../../admin/permissions.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { DateText } from '../status.tsx'
import { type AdminOrder, useOrderChange } from './queries.ts'

/** Admins' notes about an order, hidden from the customer. */
export function OrderNotes({ order: { id, notes } }: { order: AdminOrder }) {
  const [text, setText] = useState('')
  const add = useOrderChange('Note added', (api, text: string) =>
    api.call('POST /api/admin/orders/:orderId/notes', { orderId: id, text }),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) add.mutate(text, { onSuccess: () => setText('') })
  }
  return (
    <OrderSection title={t('Notes')}>
      <ul className="space-y-3">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
            <p className="text-muted text-sm">
              {note.by}, <DateText at={note.at} withTime />
            </p>
          </li>
        ))}
      </ul>
      <May use="POST /api/admin/orders/:orderId/notes">
        <form className="mt-3 space-y-2" onSubmit={submit}>
          <TextArea
            label={t('New note')}
            hint={t('Only admins see notes.')}
            rows={2}
            maxLength={NOTE_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button look="outline" type="submit" isBusy={add.isPending}>
            {t('Add note')}
          </Button>
        </form>
      </May>
    </OrderSection>
  )
}
