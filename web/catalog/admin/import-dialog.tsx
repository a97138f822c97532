import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { ScrollTable } from '../../admin/data-table.tsx'
import { refetchCatalog } from '../../admin/queries.ts'
import { useFormatCount } from '../../admin/use-format-count.ts'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { callForStream } from '../../platform/api-stream.ts'
import { useFormats } from '../../platform/formats.ts'
import { useMutation } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { productCount } from './bulk/bulk-actions.ts'

/** CSV import. A file is first validated and previewed, then applied entirely or not at all. */
export function ImportDialog() {
  const { go } = useAdminAddress()
  const [file, setFile] = useState<File | null>(null)
  const check = useImport(true)
  const runImport = useImport(false)
  const close = () => go({ edit: null })
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    runImport.reset()
    check.reset()
    if (chosen) check.mutate(chosen)
  }
  const { report } = check
  const isReady = report !== null && report.errorCount === 0 && report.created + report.changed > 0
  const isRunning = check.isPending || runImport.isPending
  return (
    <Modal isOpen onClose={isRunning ? () => undefined : close} title={t('Import products')} isWide>
      <p>
        {t(
          'Upload a CSV file with one product per line, such as an export. A line with an ID or an existing slug updates that product. Other lines add one. Fields without a column in the file stay unchanged. A new product needs a name, description, price, category, and images (a URL). A product with options has a line for each variant; variants without a line stay unchanged.',
        )}
      </p>
      <label className="mt-4 block">
        <span className="mb-1 block font-medium text-sm">{t('CSV file')}</span>
        <input
          type="file"
          accept=".csv,text/csv"
          disabled={isRunning}
          className="block w-full text-sm file:mr-4 file:min-h-11 file:rounded-field file:border file:border-control file:bg-surface file:px-4 file:text-ink"
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </label>
      {check.isPending && <ImportProgress progress={check.progress} />}
      {check.error && <ImportError error={check.error} />}
      {report && !runImport.report && <ImportReport report={report} />}
      {runImport.isPending && <ImportProgress progress={runImport.progress} />}
      {runImport.error && <ImportError error={runImport.error} />}
      {runImport.report && <ImportReport report={runImport.report} />}
      <div className="mt-6 flex justify-end gap-3">
        <Button look="outline" disabled={isRunning} onClick={close}>
          {runImport.report ? t('Close') : t('Cancel')}
        </Button>
        {!runImport.report && (
          <Button
            disabled={!isReady || check.isPending}
            isBusy={runImport.isPending}
            onClick={() => file && runImport.mutate(file)}
          >
            {t('Import')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function ImportError({ error }: { error: Error }) {
  return (
    <p role="alert" className="mt-4 text-sale">
      {rejectionMessage(error)}
    </p>
  )
}

type Line = ResponseOf<'POST /api/admin/products/import'>
type Progress = Extract<Line, { kind: 'progress' }>
type Report = Extract<Line, { kind: 'report' }>

/** Uploads a file, follows the server's progress, and keeps its report. */
function useImport(dryRun: boolean) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const { data, ...mutation } = useMutation({
    mutationFn: async (file: File): Promise<Report> => {
      setProgress(null)
      let report: Report | null = null
      const bytes = new Uint8Array(await file.arrayBuffer())
      await callForStream(
        api,
        'POST /api/admin/products/import',
        { file: bytes, dryRun: dryRun ? 'true' : 'false' },
        (line) => {
          if (line.kind === 'report') report = line
          else setProgress(line)
        },
      )
      if (!report) throw new Error('The connection was lost. Check the product list before you try again.')
      return report
    },
    onSuccess: async (report) => {
      if (dryRun || report.errorCount > 0) return
      showToast(
        t('Products imported'),
        t('{created} added, {changed} updated.', { created: report.created, changed: report.changed }),
      )
      await refetchCatalog(queryClient)
    },
  })
  return { ...mutation, progress, report: data ?? null }
}

const STEPS = { checking: 'Checking', writing: 'Writing', indexing: 'Indexing' }

function ImportProgress({ progress }: { progress: Progress | null }) {
  const formatCount = useFormatCount()
  if (!progress) {
    return (
      <div className="mt-4">
        <Spinner>{t('Reading the file...')}</Spinner>
      </div>
    )
  }
  const { step, done, of } = progress
  const words = `${STEPS[step]}: ${formatCount(done)} of ${formatCount(of)}`
  return (
    <div className="mt-4">
      <p role="status">{words}</p>
      <progress
        aria-label={STEPS[step]}
        className="mt-2 h-3 w-full accent-(--accent)"
        value={done}
        max={of}
      />
    </div>
  )
}

/** The changes that a file would make, or its errors by line. */
function ImportReport({ report }: { report: Report }) {
  const { dryRun, created, changed, unchanged, errors, errorCount } = report
  const formats = useFormats()
  const count = (products: number) => productCount(products, formats)
  if (errorCount > 0) {
    return (
      <div role="alert" className="mt-4">
        <p className="font-medium text-sale">
          {errorCount === 1
            ? '1 error'
            : t('{errorCount} errors', { errorCount: errorCount.toLocaleString(formats.locale) })}{' '}
          in the file. Nothing was imported.
        </p>
        <ScrollTable caption={t('Errors by line')} heads={['Line', 'Column', 'Error']}>
          {errors.map(({ line, column, message }) => (
            <tr key={`${line} ${column} ${message}`} className="border-hairline border-t">
              <td className="px-3 py-2 tabular-nums">{line}</td>
              <td className="px-3 py-2">{column}</td>
              <td className="px-3 py-2">{message}</td>
            </tr>
          ))}
        </ScrollTable>
        {errorCount > errors.length && (
          <p className="mt-2 text-muted text-sm">
            {t('Showing the first {length}.', { length: errors.length })}
          </p>
        )}
      </div>
    )
  }
  return (
    <div role="status" className="mt-4 rounded-card border border-hairline bg-surface p-4">
      <p className="font-medium">
        {dryRun ? t('The file is valid. Nothing has been changed yet.') : t('The file was imported.')}
      </p>
      <ul className="mt-2 text-muted">
        <li>
          {count(created)} {dryRun ? t('to add') : 'added'}
        </li>
        <li>
          {count(changed)} {dryRun ? t('to update') : 'updated'}
        </li>
        <li>{t('{unchanged} unchanged', { unchanged: count(unchanged) })}</li>
      </ul>
    </div>
  )
}
