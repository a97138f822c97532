import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'

/** A secret that is shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const [note, setNote] = useState('')
  return (
    <Modal isOpen onClose={onClose} title="The signing secret">
      <p className="mb-4">
        Your server checks with it that a message is from this shop. Copy it now: it is not shown again.
      </p>
      <TextArea
        label="Secret"
        readOnly
        rows={2}
        className="resize-none break-all font-mono"
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="mr-auto text-muted text-sm">
          {note}
        </p>
        <Button look="outline" onClick={() => void copy(secret).then(setNote)}>
          Copy
        </Button>
        <Button onClick={onClose}>I have it</Button>
      </div>
    </Modal>
  )
}

/** @returns what came of it, for who asked; a browser has no clipboard for pages without https */
async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied.'
  } catch {
    return 'Your browser does not allow it. Please select the secret and copy it.'
  }
}
