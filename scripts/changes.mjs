import { EventEmitter, once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.mjs'

/**
 * Returns a function that waits for the next change in these folders. A burst of changes, as editors make them, counts as
 * one.
 */
export function changesIn(folders) {
  const changes = new EventEmitter()
  let timer
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => changes.emit('change'), 100)
    })
  }
  return () => once(changes, 'change')
}
