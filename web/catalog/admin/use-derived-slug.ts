import { useEffect, useRef } from 'react'
import { slugOf } from '#contract/catalog/slugs.ts'

/** Derives the slug of a new record from its name until the user edits the slug (spec section 5). */
export function useDerivedSlug(
  isNew: boolean,
  name: string,
  form: { read(): string; write(slug: string): void },
) {
  const derived = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the name makes another slug
  useEffect(() => {
    if (!isNew || form.read() !== derived.current) return
    derived.current = slugOf(name)
    form.write(derived.current)
  }, [isNew, name])
}
