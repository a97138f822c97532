import { spawn } from 'node:child_process'
import { root } from './places.mjs'
import { onSignals } from './signals.mjs'

/** Runs a program and shows one line. Its output is shown only if it fails. */
export async function runQuietly(title, command, args) {
  process.stdout.write(`${title} … `)
  const began = Date.now()
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const words = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => words.push(chunk))

  const ending = await ended(child)
  if (ending === 0) {
    process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1)} s\n`)
  } else if (ending === 'interrupted') {
    process.stdout.write('interrupted\n')
    process.exit(130)
  } else {
    process.stdout.write('failed\n')
    process.stderr.write(Buffer.concat(words))
    throw new Error(`${title} failed, see above.`)
  }
}

async function ended(child) {
  let isInterrupted = false
  const forget = onSignals((signal) => {
    isInterrupted = true
    child.kill(signal)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(forget)
  return isInterrupted ? 'interrupted' : code
}
