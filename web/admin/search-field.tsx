import { useEffect, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { useDebounced } from '../ui/use-debounced.ts'

const TYPING_MS = 250

/** Searches while somebody types; what is typed here and not in the address yet is never overwritten. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch(text: string): void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const settled = useDebounced(typed, TYPING_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed makes a search
  useEffect(() => {
    if (settled !== null && settled.trim() !== value) onSearch(settled.trim())
    if (settled !== null && settled === typed) setTyped(null)
  }, [settled])
  return (
    <Field
      label={label}
      type="search"
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
