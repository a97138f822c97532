import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

export function NewsletterForm() {
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <h2 className="font-medium font-sans text-base">Newsletter</h2>
      <p className="mt-2 text-muted text-sm">New pieces and quiet offers, now and then.</p>
      <div className="mt-3 flex items-end gap-2">
        <div className="grow">
          <Field
            label="Email address"
            isLabelHidden
            type="email"
            name="email"
            autoComplete="email"
            required
            placeholder="Your email"
          />
        </div>
        <Button type="submit">Subscribe</Button>
      </div>
    </form>
  )
}
