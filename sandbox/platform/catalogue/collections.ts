export interface CollectionRecord {
  id: number
  handle: string
  title: string
}

/** The store's collections. They are fixed: what follows a catalogue needs them only to sort products in. */
export const collections: readonly CollectionRecord[] = [
  ['gifts', 'Gifts under Sixty'],
  ['keyboards', 'Keyboards'],
  ['lighting', 'Lighting'],
  ['paper-and-pens', 'Paper & Pens'],
  ['seating', 'Seating & Standing'],
  ['shelves', 'Shelves & Order'],
  ['sound', 'Sound'],
].map(([handle = '', title = ''], place) => ({ id: 411_000_000_001 + place, handle, title }))

export function findCollection(handle: string): CollectionRecord | undefined {
  return collections.find((one) => one.handle === handle)
}
