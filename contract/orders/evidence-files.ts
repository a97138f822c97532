import { z } from 'zod'
import { Bytes, endpoint } from '../http.ts'
import { shownLine, Time } from '../text.ts'

/** Limits of Stripe for evidence (docs.stripe.com/file-upload and docs.stripe.com/disputes/responding). */
export const EVIDENCE_FILES_MAX_BYTES = 4_500_000
/** Types offered by the file chooser. The server checks the content, not the type. */
export const EVIDENCE_FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png']

export const EVIDENCE_MESSAGES = {
  fileType: 'This file isn’t a PDF, JPEG, or PNG.',
  filesTooLarge: 'All files together can have at most 4.5 MB. Compress them, or remove one.',
  isSubmitted: 'Evidence for this dispute has been submitted and can’t be changed.',
  fileName: 'The name of a file has 1 to 200 characters',
} as const

/** A dispute has at most one file of each kind. */
export const EvidenceFileKind = z.enum(['receipt', 'shippingDocumentation', 'customerCommunication', 'other'])
export type EvidenceFileKind = z.infer<typeof EvidenceFileKind>

/** A file that the payment provider stores until the evidence is submitted. `name` is that on the admin's computer. */
export const EvidenceFile = z.object({
  kind: EvidenceFileKind,
  name: z.string(),
  bytes: z.int().nonnegative(),
  addedAt: Time,
})
export type EvidenceFile = z.infer<typeof EvidenceFile>

const DisputeId = z.string().trim().min(1).max(100)

export const addEvidenceFile = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/files',
  access: 'admin',
  staff: ['manager', 'support'],
  summary:
    'Upload a file as evidence against a dispute, which replaces one of the same kind: the body is the file. 409 if evidence was submitted.',
  input: z.object({
    id: DisputeId,
    kind: EvidenceFileKind,
    name: shownLine({
      min: 1,
      tooShort: EVIDENCE_MESSAGES.fileName,
      max: 200,
      tooLong: EVIDENCE_MESSAGES.fileName,
    }),
    file: Bytes,
  }),
  response: z.array(EvidenceFile),
  status: 201,
  file: { field: 'file', maxBytes: EVIDENCE_FILES_MAX_BYTES },
})

export const removeEvidenceFile = endpoint({
  method: 'DELETE',
  path: '/api/admin/disputes/:id/files/:kind',
  access: 'admin',
  staff: ['manager', 'support'],
  summary: 'Remove a file from the evidence against a dispute. 409 if evidence was submitted.',
  input: z.object({ id: DisputeId, kind: EvidenceFileKind }),
  response: z.array(EvidenceFile),
})

export const evidenceFileEndpoints = [addEvidenceFile, removeEvidenceFile] as const
