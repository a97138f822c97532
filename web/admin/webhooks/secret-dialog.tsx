import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'

/** A secret that is shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Modal isOpen onClose={onClose} title="The signing secret">
      <p className="mb-4">
        Your server checks with it that a message is from this shop. Copy it now: it is not shown again.
      </p>
      <Field
        label="Secret"
        readOnly
        className="font-mono text-sm"
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="text-success">
          {isCopied && 'Copied.'}
        </p>
        <Button
          look="outline"
          onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
        >
          Copy
        </Button>
        <Button onClick={onClose}>I have it</Button>
      </div>
    </Modal>
  )
}
