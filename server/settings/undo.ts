import { SettingsFields } from '#contract/settings/api.ts'
import { readFields, type Undoer, type Undoers } from '../audit/undo.ts'
import { changeShopSettings, wordsOf } from './admin-settings.ts'
import { lockSettings } from './queries.ts'
import { readSettings } from './settings.ts'

const Changes = SettingsFields.partial()

const settings: Undoer = {
  gone: '',
  moving: [],
  async read(db, _subjectId, isLocked) {
    if (isLocked) await lockSettings(db)
    return wordsOf(await readSettings(db))
  },
  edit: (db, admin, _subjectId, fields, undoes) =>
    changeShopSettings(db, admin, readFields(Changes, fields), { undoes }),
}

export const settingsUndo: Undoers = { 'settings.changed': settings }
