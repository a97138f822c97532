/** A rejected form, submitted without JavaScript. Its page shows it again with the typed values and the errors. */
export type RejectedForm = {
  /** The form's name, as in the `form` query parameter. */
  form: string
  /** The typed values, without passwords and codes. */
  values: Record<string, string>
  errors: { path: string; message: string }[]
  message: string
}

/** Query key in the page's data. */
export const REJECTED_FORM = ['rejected-form']

/** Query parameter of /auth with the form's name, after signing in with a form submitted without JavaScript. */
export const SIGNED_IN_BY = 'signed-in'
