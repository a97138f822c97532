/** What the platform's pictures can show. */
export const motifs = [
  'bag',
  'board',
  'book',
  'bottle',
  'clock',
  'desk',
  'globe',
  'hook',
  'hourglass',
  'keyboard',
  'lamp',
  'pad',
  'pen',
  'plant',
  'shelf',
  'speaker',
  'stone',
  'tray',
] as const
export type Motif = (typeof motifs)[number]
