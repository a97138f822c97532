import {
  EVIDENCE_FILES_MAX_BYTES,
  EVIDENCE_MESSAGES,
  type EvidenceFile,
  type EvidenceFileKind,
} from '#contract/orders/evidence-files.ts'
import { recordChange } from '../audit/audit.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { type Dispute, findDispute, lockDispute } from './dispute-queries.ts'
import { atProvider } from './disputes.ts'
import * as queries from './evidence-queries.ts'
import type { PaymentGateway } from './provider.ts'

/**
 * Stores a file for the evidence at the provider. It replaces one of the same kind.
 * @throws ShopError 400; 404; 409 if evidence was submitted; 503
 */
export async function addEvidenceFile(
  db: Db,
  gateway: PaymentGateway,
  admin: { id: number },
  { id, kind, name, file }: { id: string; kind: EvidenceFileKind; name: string; file: Uint8Array },
): Promise<EvidenceFile[]> {
  checkOpen(await findDispute(db, id))
  const type = FILE_TYPES.find(({ start }) =>
    Buffer.from(start, 'latin1').equals(file.subarray(0, start.length)),
  )
  if (!type) throw invalidInput(EVIDENCE_MESSAGES.fileType)
  await checkTotal(db, id, { kind, bytes: file.length })
  // The bank sees the name, so it is that of the kind.
  const sent = { name: `${kind}.${type.ending}`, type: type.mime, bytes: file }
  const fileId = await atProvider(gateway, 'file', () => gateway.uploadEvidence(sent))
  return inTransaction(db, async (db) => {
    // Another file, or the evidence, may have been sent in the meantime.
    const { orderId } = checkOpen(await lockDispute(db, id))
    await checkTotal(db, id, { kind, bytes: file.length })
    await queries.upsertFile(db, { disputeId: id, kind, fileId, name, bytes: file.length })
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.evidence_file_added',
      subjectId: orderId,
      before: null,
      after: { dispute: id, kind, name, bytes: file.length },
    })
    return queries.listFiles(db, id)
  })
}

/** Removes a file from the evidence. @throws ShopError 404; 409 if evidence was submitted */
export async function removeEvidenceFile(
  db: Db,
  admin: { id: number },
  { id, kind }: { id: string; kind: EvidenceFileKind },
): Promise<EvidenceFile[]> {
  return inTransaction(db, async (db) => {
    const { orderId } = checkOpen(await lockDispute(db, id))
    const name = await queries.deleteFile(db, id, kind)
    if (name === null) throw notFound('File not found')
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.evidence_file_removed',
      subjectId: orderId,
      before: { dispute: id, kind, name },
      after: null,
    })
    return queries.listFiles(db, id)
  })
}

/** The types that Stripe accepts as evidence, and the bytes that their files begin with. */
const FILE_TYPES = [
  { start: '%PDF-', mime: 'application/pdf', ending: 'pdf' },
  { start: '\xff\xd8\xff', mime: 'image/jpeg', ending: 'jpg' },
  { start: '\x89PNG\r\n\x1a\n', mime: 'image/png', ending: 'png' },
]

async function checkTotal(db: Db, id: string, { kind, bytes }: Pick<EvidenceFile, 'kind' | 'bytes'>) {
  const others = (await queries.listFiles(db, id)).filter((one) => one.kind !== kind)
  const totalBytes = others.reduce((sum, other) => sum + other.bytes, bytes)
  if (totalBytes > EVIDENCE_FILES_MAX_BYTES) throw invalidInput(EVIDENCE_MESSAGES.filesTooLarge)
}

function checkOpen(dispute: Dispute | null): Dispute {
  if (!dispute) throw notFound('Dispute not found')
  if (dispute.isAnswered) throw new ShopError(409, 'conflict', EVIDENCE_MESSAGES.isSubmitted)
  return dispute
}
