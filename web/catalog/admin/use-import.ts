import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetCatalogue } from '../../admin/queries.ts'
import type { AnswerOf } from '../../platform/api.ts'
import { useApi } from '../../platform/api-context.ts'
import { callForLines } from '../../platform/api-lines.ts'
import { showToast } from '../../ui/toast-store.ts'

type Line = AnswerOf<'POST /api/admin/products/import'>
export type Progress = Extract<Line, { kind: 'progress' }>
export type Report = Extract<Line, { kind: 'report' }>

/** Sends a file, hears how far the server is, and keeps its report. */
export function useImport(dryRun: boolean) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const { data, ...mutation } = useMutation({
    mutationFn: async (file: File): Promise<Report> => {
      setProgress(null)
      let report: Report | null = null
      const bytes = new Uint8Array(await file.arrayBuffer())
      await callForLines(
        api,
        'POST /api/admin/products/import',
        { file: bytes, dryRun: dryRun ? 'true' : 'false' },
        (line) => {
          if (line.kind === 'report') report = line
          else setProgress(line)
        },
      )
      if (!report) throw new Error('The answer broke off. Please look at the list before you try again.')
      return report
    },
    onSuccess: async (report) => {
      if (dryRun || report.errorCount > 0) return
      showToast('Products imported', `${report.created} added, ${report.changed} changed.`)
      await forgetCatalogue(queryClient)
    },
  })
  return { ...mutation, progress, report: data ?? null }
}
