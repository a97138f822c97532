import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { Head } from '../../platform/head.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { useShopName } from '../../settings/shop-info.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Trans } from '../../ui/trans.tsx'
import { DateText } from '../status.tsx'
import { EvidenceFiles } from './evidence-files.tsx'
import { evidenceQuery, useOrderChange } from './queries.ts'

type DisputeFile = ResponseOf<'GET /api/admin/disputes/:id/evidence'>
type Evidence = DisputeFile['evidence']

/** The evidence against a dispute, collected by the shop. It can be edited, completed with files, and submitted once. */
export function EvidencePage({ id }: { id: string }) {
  const { addressWith } = useAdminAddress()
  const { data: file, isError, refetch } = useQuery(evidenceQuery(useApi(), id))
  return (
    <main className="mx-auto max-w-3xl p-6 print:max-w-none print:bg-white print:p-0 print:text-black">
      <Head title={t('Dispute evidence – {useShopName} Admin', { useShopName: useShopName() })} isPrivate />
      <div className="mb-8 flex flex-wrap gap-2 print:hidden">
        <Button look="outline" onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <ButtonLink look="outline" to={addressWith({ evidence: null })}>
          {t('Back to the order')}
        </ButtonLink>
      </div>
      {file && <EvidenceForm file={file} />}
      {!file && isError && <LoadFailure subject={t('This dispute')} onRetry={() => void refetch()} />}
      {!file && !isError && <Spinner />}
    </main>
  )
}

/** Text fields with several rows may contain line breaks. */
const FIELDS: [name: keyof Evidence, label: string, rows?: number][] = [
  ['customerName', 'Customer name'],
  ['customerEmail', 'Customer email'],
  ['billingAddress', 'Billing address', 2],
  ['shippingAddress', 'Shipping address', 2],
  ['shippingCarrier', 'Carrier'],
  ['shippingTrackingNumber', 'Tracking number'],
  ['shippingDate', 'Shipping date'],
  ['productDescription', 'Items', 4],
  ['refundPolicy', 'Refund policy', 4],
  ['timeline', 'Timeline and other information', 12],
]

function EvidenceForm({ file }: { file: DisputeFile }) {
  const { id, orderId, reason, status, dueBy, isAnswered, files } = file
  const [evidence, setEvidence] = useState(file.evidence)
  const [isAsking, setAsking] = useState(false)
  const submit = useOrderChange('Evidence submitted', (api, evidence: Evidence) =>
    api.call('POST /api/admin/disputes/:id/evidence', { id, evidence }),
  )
  const change = (name: keyof Evidence) => ({
    value: evidence[name],
    readOnly: isAnswered,
    onChange: ({ target }: { target: { value: string } }) =>
      setEvidence({ ...evidence, [name]: target.value }),
  })
  return (
    <>
      <h1 className="type-title">
        <Trans
          text={'Evidence for order <span>{orderId}</span>'}
          values={{ orderId }}
          parts={{ span: <span className="whitespace-nowrap" /> }}
        />
      </h1>
      <p className="mt-2">
        Reason: {reason.replaceAll('_', ' ')}. Status: {status.replaceAll('_', ' ')}.
      </p>
      <p className="mt-1 font-medium">
        {isAnswered && t('Evidence has been submitted.')}
        {!isAnswered && dueBy && (
          <Trans text="Submit by <dateText/>." parts={{ dateText: <DateText at={dueBy} withTime /> }} />
        )}
      </p>
      <form
        className="mt-6 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        {FIELDS.map(([name, label, rows]) =>
          rows ? (
            <TextArea
              key={name}
              className="print:field-sizing-content"
              label={label}
              rows={rows}
              autoComplete="off"
              {...change(name)}
            />
          ) : (
            <Field key={name} label={label} autoComplete="off" {...change(name)} />
          ),
        )}
        <EvidenceFiles disputeId={id} files={files} isAnswered={isAnswered} />
        {!isAnswered && (
          <Button type="submit" className="print:hidden">
            {t('Submit evidence')}
          </Button>
        )}
      </form>
      {isAsking && (
        <ChangeDialog
          title={t('Submit this evidence?')}
          submit={t('Submit evidence')}
          change={submit}
          onSubmit={() => submit.mutate(evidence, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>
            The payment provider sends it to the customer’s bank,{' '}
            {files.length === 0 ? t('without any files') : `with ${files.map(({ name }) => name).join(', ')}`}
            . It can be submitted only once.
          </p>
        </ChangeDialog>
      )}
    </>
  )
}
