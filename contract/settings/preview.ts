import { z } from 'zod'
import { endpoint } from '../http.ts'
import { SettingsFields } from './api.ts'

/** The settings that the home page is drawn from. Omitted ones are those that are saved. */
const SettingsDraft = SettingsFields.pick({ brand: true, home: true }).partial()

export const previewSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings/preview',
  access: 'admin',
  staff: ['manager', 'read-only'],
  isQuiet: true,
  isCostly: true,
  summary: 'The home page as it would be with these settings, as HTML without scripts. Saves nothing.',
  input: SettingsDraft,
  response: z.object({ html: z.string() }),
})

export const previewEndpoints = [previewSettings] as const
