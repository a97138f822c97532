import { z } from 'zod'
import { CheckedCart } from './checkout/api.ts'

/** Every machine-readable error code. */
export const ErrorCode = z.enum([
  'invalid_input',
  'not_signed_in',
  'not_allowed',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
  'unavailable',
  'sign_in_ended',
  'wrong_credentials',
  'wrong_password',
  'no_password',
  'password_too_short',
  'username_taken',
  'email_taken',
  'email_not_verified',
  'link_invalid',
  'google_link_mailed',
  'google_refused',
  'password_needed',
  'passkey_refused',
  'sign_in_again',
  'proof_needed',
  'password_change_needed',
  'second_factor_needed',
  'role_not_allowed',
  'last_way_in',
  'code_needed',
  'held_for_review',
  'wrong_code',
  'step_ended',
  'blocked',
  'last_owner',
  'already_reviewed',
  'purchase_needed',
  'too_many_favorites',
  'too_many_addresses',
  'same_address',
  'out_of_stock',
  'in_stock',
  'stock_held',
  'has_variants',
  'cart_full',
  'changed_meanwhile',
  'cannot_undo',
  'category_in_use',
  'cart_changed',
  'payment_in_progress',
  'already_paid',
  'illegal_move',
  'sync_running',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** The shape of every error response (contract section 1). `message` is a sentence that can be shown to shoppers. */
export const ErrorBody = z.object({
  message: z.string(),
  code: ErrorCode,
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With 'cart_changed', and with 'out_of_stock' at checkout. */
  quote: CheckedCart.optional(),
  /** With 'already_paid'. */
  orderId: z.string().optional(),
  /** With 'code_needed': the value to send with the code. */
  step: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
