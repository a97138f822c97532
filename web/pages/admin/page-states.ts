import type { ListedPage } from './queries.ts'

export const STATE_LABELS: Record<ListedPage['state'], string> = {
  original: 'Original text',
  unwritten: 'Not written yet',
  published: 'Published',
  unpublished: 'Unpublished',
}

export const isPublic = ({ state }: Pick<ListedPage, 'state'>) =>
  state === 'original' || state === 'published'
