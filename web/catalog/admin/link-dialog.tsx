import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'

/** Adds, changes, or removes the link of the selected text. */
export function LinkDialog({
  editor,
  isOpen,
  onClose,
}: {
  editor: Editor
  isOpen: boolean
  onClose(): void
}) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('Link')}>
      <LinkForm editor={editor} onDone={onClose} />
    </Modal>
  )
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? 'https://'))
  const [error, setError] = useState<string>()
  const set = () => {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (address.trim() === '') chain.unsetLink().run()
    else if (/^(https?:\/\/|mailto:|\/(?![/\\]))\S*$/i.test(address.trim()))
      chain.setLink({ href: address.trim() }).run()
    else {
      setError('Must be a valid URL')
      return
    }
    onDone()
  }
  return (
    <>
      <Field
        label="URL"
        type="url"
        value={address}
        error={error}
        hint={t('For a page of this store, its path, such as /returns. Leave empty to remove the link.')}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          set()
        }}
      />
      <div className="mt-4 flex justify-end gap-3">
        <Button look="outline" onClick={onDone}>
          {t('Cancel')}
        </Button>
        <Button onClick={set}>{t('Set link')}</Button>
      </div>
    </>
  )
}
