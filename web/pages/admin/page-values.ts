export type PageValues = {
  name: string
  title: string
  html: string
  searchTitle: string
  searchDescription: string
  isPublished: boolean
}

export const LABELS: Record<keyof PageValues, string> = {
  name: 'URL',
  title: 'Title',
  html: 'Text',
  searchTitle: 'Search title',
  searchDescription: 'Search description',
  isPublished: 'Published',
}

export const NEW_PAGE: PageValues = {
  name: '',
  title: '',
  html: '',
  searchTitle: '',
  searchDescription: '',
  isPublished: true,
}
