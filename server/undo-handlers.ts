import type { UndoHandlers } from './audit/undo.ts'
import { catalogUndo } from './catalog/undo.ts'
import { settingsUndo } from './settings/admin-settings.ts'

/** Every kind of change that can be undone, with its handler. */
export const undoHandlers: UndoHandlers = { ...catalogUndo, ...settingsUndo }
