export type Part = 'client' | 'server'
export function hashSources(): Promise<Record<Part, string>>
export function changedParts(): Promise<Part[]>
export function stampParts(hashes: Partial<Record<Part, string>>): Promise<void>
