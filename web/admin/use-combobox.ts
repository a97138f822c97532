import { type KeyboardEvent, useId, useState } from 'react'

/**
 * A text field that chooses from a list, by the combobox pattern of the ARIA practices: the field keeps the focus, and the
 * arrow keys move through the options.
 * @param count the number of options. The first one is active until the arrow keys move
 * @param onChoose called with the place of an option
 */
export function useCombobox(count: number, onChoose: (place: number) => void) {
  const id = useId()
  const [moved, setMoved] = useState(0)
  const active = count === 0 ? -1 : Math.min(moved, count - 1)
  const idOf = (place: number) => `${id}-${place}`
  const move = (place: number) => {
    setMoved(place)
    document.getElementById(idOf(place))?.scrollIntoView?.({ block: 'nearest' })
  }
  const steer = (event: KeyboardEvent) => {
    if (count === 0 || event.nativeEvent.isComposing) return
    const place = {
      ArrowDown: (active + 1) % count,
      ArrowUp: (active - 1 + count) % count,
    }[event.key]
    if (place === undefined) return
    event.preventDefault()
    move(place)
  }
  return {
    active,
    /** Makes the first option active again, for a changed text. */
    restart: () => setMoved(0),
    steer,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': count > 0 ? id : undefined,
      'aria-activedescendant': active < 0 ? undefined : idOf(active),
      autoComplete: 'off',
      spellCheck: false,
    },
    listId: id,
    optionAt: (place: number) => ({
      id: idOf(place),
      // Clicking an option must not move the focus out of the field.
      onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
      onClick: () => onChoose(place),
    }),
  } as const
}
