/** The shop as a client of the provider. The shop's demo settings contain the same two values. */
export const demoClient = { id: 'plinth-demo', secret: 'plinth-demo-secret' }

/** A test user's data at the provider. */
export interface TestUser {
  /** The provider's ID for the user, which never changes. */
  id: string
  givenName: string
  familyName: string
  email: string
  isEmailVerified: boolean
  /** The Workspace domain that manages the account, if any. */
  hostedDomain: string | null
  /** Background color of the portrait. */
  color: string
}

export const mara: TestUser = {
  id: '104729003187265530017',
  givenName: 'Mara',
  familyName: 'Lindqvist',
  email: 'mara@people.example',
  isEmailVerified: true,
  hostedDomain: 'people.example',
  color: '#7a4e2d',
}

/** His email address isn't verified, so the shop must reject him. */
export const jonas: TestUser = {
  id: '104729003187265530024',
  givenName: 'Jonas',
  familyName: 'Okafor',
  email: 'jonas@people.example',
  isEmailVerified: false,
  hostedDomain: null,
  color: '#2f6b46',
}

export const testUsers: readonly TestUser[] = [mara, jonas]

export function findTestUser(id: unknown): TestUser | null {
  return testUsers.find((person) => person.id === id) ?? null
}

export function nameOf({ givenName, familyName }: TestUser): string {
  return `${givenName} ${familyName}`
}

/** Path of the portrait on the provider's origin. */
export function portraitPath({ id }: TestUser): string {
  return `/identity/people/${id}.svg`
}

/** Returns an SVG image with the initials. */
export function portrait({ givenName, familyName, color }: TestUser): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${color}"/><text x="48" y="61" fill="#fff" font-family="sans-serif" font-size="36" text-anchor="middle">${givenName.charAt(0)}${familyName.charAt(0)}</text></svg>`
}
