import { useEffect, useEffectEvent } from 'react'
import { t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { IconButton } from '../../ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/page-icons.tsx'
import { Trans } from '../../ui/trans.tsx'

/** The list that an order was opened from. */
export type Walk = {
  /** The orders of the current page. */
  ids: string[]
  /** The number of orders on the pages before it. */
  before: number
  total: number
  fetchIds(page: number): Promise<string[]>
}

/** Buttons and keys that open the next and the previous order of the list. */
export function WalkControls({ id, walk: { ids, before, total, fetchIds } }: { id: string; walk: Walk }) {
  const { page, go } = useAdminAddress()
  const place = ids.indexOf(id)
  const position = before + place

  async function step(by: 1 | -1) {
    if (position + by < 0 || position + by >= total) return
    const next = ids[place + by]
    if (next) return go({ edit: next }, { replace: true })
    const others = await fetchIds(page + by)
    const other = others.at(by > 0 ? 0 : -1)
    if (other) go({ edit: other, page: page + by === 1 ? null : page + by }, { replace: true })
  }
  useWalkKeys(place >= 0, step)
  // A link to an order that isn't on the list's page.
  if (place < 0) return null
  return (
    <div className="flex items-center gap-1">
      <p className="mr-2 text-muted text-sm max-lg:hidden">
        <Trans text="<key/> next, <key2/> previous" parts={{ key: <Key>J</Key>, key2: <Key>K</Key> }} />
      </p>
      <p role="status" className="text-muted text-sm tabular-nums">
        {t('{number} of {total}', { number: position + 1, total })}
      </p>
      <IconButton
        label={t('Previous order')}
        aria-keyshortcuts="k"
        aria-disabled={position === 0}
        className="aria-disabled:opacity-40"
        onClick={() => void step(-1)}
      >
        <ChevronLeftIcon />
      </IconButton>
      <IconButton
        label={t('Next order')}
        aria-keyshortcuts="j"
        aria-disabled={position === total - 1}
        className="aria-disabled:opacity-40"
        onClick={() => void step(1)}
      >
        <ChevronRightIcon />
      </IconButton>
    </div>
  )
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-control px-1.5 py-0.5 font-sans text-xs">{children}</kbd>
}

/** Works in the opened order only, and neither while typing nor in a dialog over it. */
function useWalkKeys(isActive: boolean, step: (by: 1 | -1) => Promise<void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = ({ j: 1, k: -1 } as const)[event.key.toLowerCase()]
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest('input, select, textarea, [contenteditable], dialog.modal')) return
    void step(by)
  })
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isActive])
}
