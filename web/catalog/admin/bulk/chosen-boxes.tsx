import { useChosenProducts } from './use-chosen.ts'

/** Chooses one product of the list. */
export function ChosenBox({ id, name }: { id: number; name: string }) {
  const { ids, isAll, choose } = useChosenProducts()
  return (
    <Box
      label={`Choose ${name}`}
      isChecked={isAll || ids.has(id)}
      isDisabled={isAll}
      onChange={(isChosen) => choose([id], isChosen)}
    />
  )
}

/** Chooses all products of the page. */
export function PageBox({ ids: page }: { ids: number[] }) {
  const { ids, isAll, choose } = useChosenProducts()
  return (
    <Box
      label="Choose all on this page"
      isChecked={isAll || page.every((id) => ids.has(id))}
      isDisabled={isAll}
      onChange={(isChosen) => choose(page, isChosen)}
    />
  )
}

function Box(box: {
  label: string
  isChecked: boolean
  isDisabled: boolean
  onChange(isChecked: boolean): void
}) {
  return (
    <label className="flex size-6 items-center justify-center">
      <span className="sr-only">{box.label}</span>
      <input
        type="checkbox"
        className="size-5 accent-(--accent)"
        checked={box.isChecked}
        disabled={box.isDisabled}
        onChange={({ target }) => box.onChange(target.checked)}
      />
    </label>
  )
}
