export const root: string
export const nodeFolder: string
export const node: string | null
export function canRunShop(version: string): boolean
export function nodeFor(machine: {
  version: string
  execPath: string
  platform: string
  arch: string
}): string | null
