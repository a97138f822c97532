import type { Undoers } from './audit/undo.ts'
import { catalogUndo } from './catalog/undo.ts'
import { settingsUndo } from './settings/admin-settings.ts'

/** Table of contents: every kind of change that an admin can take back, and what does it. */
export const undoers: Undoers = { ...catalogUndo, ...settingsUndo }
