const STORED = 'scroll-positions'

/** How far each entry of the history was scrolled, by its key. */
let positions: Record<string, number> = {}

export function positionOf(key: string): number | undefined {
  return positions[key]
}

export function savePosition(key: string) {
  positions[key] = window.scrollY
}

/** Stores the positions, for a user who reloads the page or returns from another site. */
export function storePositions() {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions))
  } catch {
    // Without storage, the page opens at its top.
  }
}

export function loadPositions() {
  try {
    positions = JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
  } catch {
    // As above.
  }
}
