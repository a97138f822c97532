/** A form that was sent without script and rejected: its page shows it again, with what was typed and what is wrong. */
export type RejectedForm = {
  /** The form's name, as in the query of its address. */
  form: string
  /** What was typed, without passwords and codes. */
  values: Record<string, string>
  errors: { path: string; message: string }[]
  message: string
}

/** Where the data of the page keeps it. */
export const REJECTED_FORM = ['rejected-form']

/** In the address of /auth after a form without script has signed somebody in: by which form. */
export const SIGNED_IN_BY = 'signed-in'
