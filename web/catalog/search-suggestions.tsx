import { t } from '#contract/language/language.ts'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import type { Option } from './queries.ts'

/** The list below the search field. Its code is loaded after the first letter is typed. */
export function SearchSuggestions({
  id,
  options,
  active,
  onChoose,
}: {
  id: string
  options: Option[]
  active: number
  onChoose(address: string): void
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('Suggestions')}
      hidden={options.length === 0}
      className="absolute top-full right-0 left-0 z-40 mt-1 max-h-[70vh] overflow-y-auto rounded-card border border-hairline bg-surface p-2 shadow-float"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys of its options
        <div
          key={option.address}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-field px-2 py-1 hover:bg-hairline aria-selected:bg-hairline"
          // Clicking an option must not move the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option.address)}
        >
          <OptionContent option={option} />
        </div>
      ))}
    </div>
  )
}

function OptionContent({ option: { label, product } }: { option: Option }) {
  if (!product) {
    return (
      <span>
        {label} <span className="text-muted text-sm">{t('in categories')}</span>
      </span>
    )
  }
  return (
    <>
      {product.image && (
        <Picture {...product.image} alt="" sizes="40px" className="size-10 shrink-0 rounded object-cover" />
      )}
      <span className="min-w-0 grow">{label}</span>
      <Price price={product.price} priceFrom={product.priceFrom} />
    </>
  )
}
