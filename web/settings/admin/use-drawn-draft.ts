import { useEffect, useState } from 'react'
import { ApiError, type InputOf, type Name, type ResponseOf, reasonOf, useApi } from '../../platform/api.ts'
import { useDebounced } from '../../ui/use-debounced.ts'

/** Milliseconds without typing before a draft is drawn again. */
const PAUSE_MS = 400

type PreviewName = Extract<Name, 'POST /api/admin/settings/preview' | 'POST /api/admin/mail/preview'>

/** Returns the last valid draft as the server draws it, and what is wrong with the current one. */
export function useDrawnDraft<N extends PreviewName>(name: N, values: InputOf<N>) {
  const api = useApi()
  const draft = useDebounced(JSON.stringify(values), PAUSE_MS)
  const [drawn, setDrawn] = useState<ResponseOf<N>>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let isCurrent = true
    const draw = async () => {
      try {
        const drawn = await api.call<PreviewName>(name, JSON.parse(draft))
        if (!isCurrent) return
        setDrawn(drawn as ResponseOf<N>)
        setProblem('')
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isCurrent) setProblem(`The preview is out of date: ${reasonOf(error, 'it couldn’t be loaded.')}`)
      }
    }
    void draw()
    return () => {
      isCurrent = false
    }
  }, [api, name, draft])
  return { drawn, problem }
}
