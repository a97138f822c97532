import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#contract/language/language.ts'
import { useBlocker } from '../platform/router/use-router.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'

/**
 * Asks before closing the form, going back, changing the admin tab, or closing the window would discard unsaved
 * changes.
 * @returns the question to render, and a function that lets the next navigation pass after everything is saved
 */
export function useLeaveGuard(isDirty: boolean): { question: ReactNode; letPass(): void } {
  const maySkip = useRef(false)
  const blocked = useBlocker(
    (from, to) => isDirty && !maySkip.current && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => {
    if (!isDirty) return
    const confirmLeave = (event: BeforeUnloadEvent) => {
      if (!maySkip.current) event.preventDefault()
    }
    addEventListener('beforeunload', confirmLeave)
    return () => removeEventListener('beforeunload', confirmLeave)
  }, [isDirty])
  const stay = () => blocked?.stay()
  const question = (
    <Modal isOpen={blocked !== null} onClose={stay} title={t('Discard your changes?')}>
      <p>{t('You have unsaved changes.')}</p>
      <div className="mt-5 flex justify-end gap-3">
        <Button look="outline" onClick={stay}>
          {t('Keep editing')}
        </Button>
        <Button look="danger" onClick={() => blocked?.proceed()}>
          {t('Discard')}
        </Button>
      </div>
    </Modal>
  )
  return {
    question,
    letPass: () => {
      maySkip.current = true
    },
  }
}
