import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../support/shop-process.ts'

type Message = { type: 'error' | 'info' | 'non-document-error'; message: string; extract?: string }

export type Nu = { errorsIn(html: string): Promise<Finding[]>; stop(): Promise<void> }
export type Finding = { rule: string; at: string }

/** Not a package of the shop, because its install script downloads a Java (docs/testing.md). */
const JAR = process.env.VNU_JAR
const NO_JAR = 'VNU_JAR must be the path of vnu.jar (docs/testing.md).'
const MISSING =
  'Java is missing: the Nu validator needs it. Install it with `apt-get install default-jre-headless`.'

/** Starts the W3C's Nu validator, which checks pages over HTTP, because starting Java for each page takes a second. */
export async function startNu(): Promise<Nu> {
  if (!JAR) throw new Error(NO_JAR)
  const [port] = await freePorts(1)
  const child = spawn(
    'java',
    [
      '-Xmx256m',
      '-Dnu.validator.servlet.bind-address=127.0.0.1',
      '-cp',
      JAR,
      'nu.validator.servlet.Main',
      String(port),
    ],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}/?out=json&level=error`
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(() => {
      throw new Error(MISSING)
    }),
  ])
  await responds(child, url)
  return {
    errorsIn: (html) => errorsIn(url, html),
    stop: async () => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function errorsIn(url: string, html: string): Promise<Finding[]> {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const response = await fetch(url, { method: 'POST', headers, body: html })
  const { messages } = (await response.json()) as { messages: Message[] }
  return messages.map(({ message, extract = '' }) => ({ rule: message, at: extract }))
}

async function responds(child: ChildProcess, url: string) {
  while (child.exitCode === null) {
    const isReady = await fetch(url, { method: 'POST', body: '' }).then(
      () => true,
      () => false,
    )
    if (isReady) return
    await sleep(200)
  }
  throw new Error(`The Nu validator ended with exit code ${child.exitCode}.`)
}
