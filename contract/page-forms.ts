/** A rejected form that was sent without script. Its page shows it again with the typed values and the errors. */
export type RejectedForm = {
  /** The form's name, as in the query of its URL. */
  form: string
  /** The typed values, without passwords and codes. */
  values: Record<string, string>
  errors: { path: string; message: string }[]
  message: string
}

/** Query key in the page's data. */
export const REJECTED_FORM = ['rejected-form']

/** Query parameter of /auth after a sign-in by a form without script: the name of the form. */
export const SIGNED_IN_BY = 'signed-in'
