import { useId } from 'react'
import { Star } from '../ui/stars.tsx'

/** One of five stars: a group of radio buttons that look like stars. */
export function StarPicker({ value, onChange }: { value: number; onChange(value: number): void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Rating</legend>
      <div className="flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative flex size-11 cursor-pointer items-center justify-center rounded-full text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              aria-label={stars === 1 ? '1 star' : `${stars} stars`}
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={() => onChange(stars)}
            />
            <Star isFilled={stars <= value} className="size-7" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
