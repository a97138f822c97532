/**
 * A rejected form that was submitted without JavaScript. The page shows it again with the entered values and the errors.
 * If the message is empty, the form isn't rejected, and the page shows its next step.
 */
export type RejectedForm = {
  /** The form's name, as in the `form` query parameter. */
  form: string
  /** The entered values, without passwords and codes. */
  values: Record<string, string>
  errors: { path: string; message: string }[]
  message: string
}

/** Query key in the page's data. */
export const REJECTED_FORM = ['rejected-form']

/** Query parameter of /auth with the name of a form, after signing in without JavaScript. */
export const SIGNED_IN_BY = 'signed-in'
