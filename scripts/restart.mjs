import { EventEmitter, once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './places.mjs'

const pause = 1000

/** Restarts a program whenever it exits unexpectedly. If it never started up, resolves to its exit code. */
export async function restartAlways(name, group, start) {
  let hasOpened = false
  for (;;) {
    const code = await start(() => {
      hasOpened = true
    }).ended
    if (group.isStopping) return code
    if (!hasOpened) return code || 1
    console.error(`${name} exited with code ${code}, restarting`)
    await sleep(pause)
    if (group.isStopping) return code
  }
}

/** Restarts a program whenever its files change. If it failed, waits for the next change. */
export async function restartOnChange(name, folders, start) {
  const change = changesIn(folders)
  for (;;) {
    const program = start()
    await change()
    console.log(`files changed, restarting ${name}`)
    await program.stop()
  }
}

/**
 * Returns a function that waits for the next change in these folders. A burst of changes, as editors make them, counts as
 * one.
 */
function changesIn(folders) {
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
