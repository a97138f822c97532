import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { rejectionMessage } from '../admin/changes.tsx'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { callForStream } from '../platform/api-stream.ts'
import { Button } from '../ui/button.tsx'
import { Rejection } from '../ui/notice.tsx'
import { ChangedProduct } from './run-changes.tsx'

type Line = ResponseOf<'POST /api/admin/sync-preview'>
type Report = Extract<Line, { kind: 'report' }>

/** Previews what 'Sync now' would change. */
export function Preview({ isRunning }: { isRunning: boolean }) {
  const api = useApi()
  const [seen, setSeen] = useState(0)
  const preview = useMutation({
    mutationFn: async () => {
      setSeen(0)
      let report: Report | null = null
      await callForStream(api, 'POST /api/admin/sync-preview', {}, (line) => {
        if (line.kind === 'report') report = line
        else setSeen(line.seen)
      })
      return report as Report | null
    },
  })
  const { reset } = preview
  // A sync makes the preview outdated.
  useEffect(() => {
    if (isRunning) reset()
  }, [isRunning, reset])
  const rejection = rejectionMessage(preview.error)
  return (
    <div className="mt-4">
      <Button look="outline" disabled={isRunning} isBusy={preview.isPending} onClick={() => preview.mutate()}>
        {preview.isPending ? `${seen} compared...` : 'Preview'}
      </Button>
      <Rejection className="mt-2">{rejection}</Rejection>
      <div role="status">{preview.data && <PreviewReport report={preview.data} />}</div>
    </div>
  )
}

function PreviewReport({ report }: { report: Report }) {
  const { created, changed, archived, inactive, conflicts, failed, changes } = report
  const all = created + changed + archived + failed
  return (
    <div className="mt-3">
      <p>
        <b className="font-medium">A sync would</b> add {created}, change {changed}, and archive {archived} of{' '}
        {report.seen} products{failed > 0 && ` and skip ${failed}`}.{' '}
        {inactive > 0 &&
          `${inactive} of them ${inactive === 1 ? 'isn’t' : 'aren’t'} active on the platform. `}
        {conflicts > 0 &&
          `${conflicts} ${conflicts === 1 ? 'conflict needs' : 'conflicts need'} your decision. `}
        Nothing has been changed.
      </p>
      <ul className="mt-2 space-y-2 border-hairline border-l-2 pl-4 text-sm">
        {changes.map((change) => (
          <ChangedProduct key={`${change.action}-${change.productId}-${change.name}`} change={change} />
        ))}
      </ul>
      {all > changes.length && <p className="mt-2 text-muted text-sm">And {all - changes.length} more.</p>}
    </div>
  )
}
