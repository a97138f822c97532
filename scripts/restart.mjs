import { setTimeout as sleep } from 'node:timers/promises'
import { changesIn } from './changes.mjs'

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
