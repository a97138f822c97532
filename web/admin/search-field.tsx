import { useEffect, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useAdminAddress } from './address.ts'

const TYPING_MS = 250

/** Searches while somebody types; what is typed here and not in the address yet is never overwritten. */
export function SearchField({ label }: { label: string }) {
  const { read, narrow } = useAdminAddress()
  const value = read('search') ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const settled = useDebounced(typed, TYPING_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed makes a search
  useEffect(() => {
    if (settled !== null && settled.trim() !== value) narrow('search', settled.trim())
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
