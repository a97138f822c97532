import { useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { iconsQuery } from '../../admin/queries.ts'
import { useFormatCount } from '../../admin/use-format-count.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { CategoryIcon } from '../../ui/icons.tsx'
import { Modal } from '../../ui/modal.tsx'

/** Maximum number of icons shown, because each is a separate file. */
const SHOWN = 60

/** The icon of a category, chosen from Font Awesome by appearance or search term. */
export function IconPicker({
  value,
  onChange,
  error,
}: {
  value: string
  onChange(icon: string): void
  error?: string
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-1 font-medium text-sm">
        {t('Icon')}
      </p>
      <Button
        look="outline"
        aria-labelledby={`${id} ${id}-chosen`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <CategoryIcon icon={value} className="size-5" />
        <span id={`${id}-chosen`}>{value}</span>
      </Button>
      {error && <p className="mt-1 text-sale text-sm">{error}</p>}
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={t('Choose an icon')} isWide>
        <Choice
          value={value}
          onChoose={(icon) => {
            onChange(icon)
            setOpen(false)
          }}
        />
      </Modal>
    </div>
  )
}

function Choice({ value, onChoose }: { value: string; onChoose(icon: string): void }) {
  const { data: icons, isError, refetch } = useQuery(iconsQuery(useApi()))
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found =
    icons?.filter((icon) => words.every((word) => `${icon.icon} ${icon.words}`.includes(word))) ?? []
  const formatCount = useFormatCount()
  if (isError) return <LoadFailure subject={t('The icons')} onRetry={() => void refetch()} />
  if (!icons) return <Spinner />
  return (
    <>
      <Field
        label={t('Search icons')}
        type="search"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setShown(SHOWN)
        }}
        onKeyDown={(event) => {
          // Must not submit the form around this dialog.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p role="status" className="mt-2 text-muted text-sm">
        {found.length === 0
          ? t('No icons match. Try another word.')
          : `${formatCount(found.length)} ${found.length === 1 ? 'icon' : 'icons'}`}
      </p>
      <ul className="mt-3 grid max-h-[50dvh] grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2 overflow-y-auto p-1">
        {found.slice(0, shown).map(({ icon }) => (
          <li key={icon}>
            <button
              type="button"
              aria-pressed={icon === value}
              className="flex h-full w-full flex-col items-center gap-2 rounded-field border border-hairline p-3 text-xs hover:border-ink aria-pressed:border-accent aria-pressed:border-2"
              onClick={() => onChoose(icon)}
            >
              <CategoryIcon icon={icon} />
              <span className="break-all">{icon.slice('fa-'.length)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <Button look="outline" className="mt-3" onClick={() => setShown(shown + SHOWN)}>
          {t('Show more')}
        </Button>
      )}
    </>
  )
}
