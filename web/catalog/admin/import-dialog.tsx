import { useState } from 'react'
import { useAdminAddress } from '../../admin/address.ts'
import { refusalOf } from '../../admin/changes.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ImportProgress, ImportReport } from './import-report.tsx'
import { useImport } from './use-import.ts'

/** CSV import: a file is checked first and says what it would do; then all of it is done, or nothing. */
export function ImportDialog() {
  const { go } = useAdminAddress()
  const [file, setFile] = useState<File | null>(null)
  const check = useImport(true)
  const carryOut = useImport(false)
  const close = () => go({ edit: null })
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    carryOut.reset()
    check.reset()
    if (chosen) check.mutate(chosen)
  }
  const { report } = check
  const isReady = report !== null && report.errorCount === 0 && report.created + report.changed > 0
  const isRunning = check.isPending || carryOut.isPending
  return (
    <Modal isOpen onClose={isRunning ? () => undefined : close} title="Import products" isWide>
      <p>
        A CSV file with a line for each product, such as an export. Lines with an id or a known slug change
        that product, other lines add one; only the columns of the file are touched. A new product needs name,
        description, price, category and images (an address).
      </p>
      <label className="mt-4 block">
        <span className="mb-1 block font-medium text-sm">CSV file</span>
        <input
          type="file"
          accept=".csv,text/csv"
          disabled={isRunning}
          className="block w-full text-sm file:mr-4 file:min-h-11 file:rounded-field file:border file:border-control file:bg-surface file:px-4 file:text-ink"
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </label>
      {check.isPending && <ImportProgress progress={check.progress} />}
      {check.error && <Refusal error={check.error} />}
      {report && !carryOut.report && <ImportReport report={report} />}
      {carryOut.isPending && <ImportProgress progress={carryOut.progress} />}
      {carryOut.error && <Refusal error={carryOut.error} />}
      {carryOut.report && <ImportReport report={carryOut.report} />}
      <div className="mt-6 flex justify-end gap-3">
        <Button look="outline" disabled={isRunning} onClick={close}>
          {carryOut.report ? 'Close' : 'Cancel'}
        </Button>
        {!carryOut.report && (
          <Button
            disabled={!isReady || check.isPending}
            isBusy={carryOut.isPending}
            onClick={() => file && carryOut.mutate(file)}
          >
            Import
          </Button>
        )}
      </div>
    </Modal>
  )
}

function Refusal({ error }: { error: Error }) {
  return (
    <p role="alert" className="mt-4 text-sale">
      {refusalOf(error)}
    </p>
  )
}
