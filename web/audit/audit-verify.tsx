import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '../admin/changes.tsx'
import type { Api } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

/** Whether the log is as it was written, and the seal by which its owner can tell later. */
export function AuditSeal() {
  const api = useApi()
  const [kept, setKept] = useState('')
  const [checked, setChecked] = useState(0)
  const check = useMutation({ mutationFn: () => checkAll(api, kept.trim(), setChecked) })
  return (
    <details className="mt-5 rounded-card border border-hairline bg-surface px-5 py-3">
      <summary className="min-h-6 cursor-pointer font-medium">Was the log tampered with?</summary>
      <p className="mt-2 max-w-prose text-muted text-sm">
        Each entry is sealed together with the one before it. Keep the newest seal outside of the shop:
        whoever can write to the database can also make all seals anew, and then only a kept one tells.
      </p>
      <form
        className="mt-3 flex flex-wrap items-end gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(0)
          check.mutate()
        }}
      >
        <div className="min-w-0 grow basis-64">
          <Field
            label="A seal that you have kept (optional)"
            autoComplete="off"
            spellCheck={false}
            value={kept}
            onChange={({ target }) => setKept(target.value)}
          />
        </div>
        <Button type="submit" look="outline" isBusy={check.isPending}>
          {check.isPending ? 'Checking...' : 'Check now'}
        </Button>
      </form>
      <div role="status" className="mt-3 text-sm">
        {check.isPending && checked > 0 && <p>{checked.toLocaleString('en-US')} entries fit so far.</p>}
        {check.data && <Result {...check.data} />}
      </div>
      {check.error && (
        <p role="alert" className="mt-3 text-sale text-sm">
          {refusalOf(check.error)}
        </p>
      )}
    </details>
  )
}

function Result({ checked, of, finding, seal }: Awaited<ReturnType<typeof checkAll>>) {
  const fit = `${checked.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} entries fit.`
  return (
    <>
      <p className={finding ? 'text-sale' : 'text-success'}>
        {finding ? `${finding.text} ${fit}` : `Everything is as it was written. ${fit}`}
      </p>
      {seal && (
        <p className="mt-2">
          The newest seal: <code className="break-all font-mono">{seal}</code>
        </p>
      )}
    </>
  )
}

/** A long log in stretches, each of which answers soon. */
async function checkAll(api: Api, kept: string, tell: (checked: number) => void) {
  for (let after = 0; ; ) {
    const answer = await api.call('GET /api/admin/audit/integrity', { after, ...(kept && { seal: kept }) })
    if (answer.next === null) return answer
    tell(answer.checked)
    after = answer.next
  }
}
