import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'

export function readFrameFile(name: string): string {
  return read(`./frame/${name}`)
}

export function readChallengeFile(name: string): string {
  return read(`./challenge/${name}`)
}

/** A piece that the script and the frame share. */
export function readScriptFile(name: string): string {
  return read(`./script/${name}`)
}

/**
 * The script that shops load. Stripe's is one classic script, so this is too: its pieces are modules for whoever reads
 * them, and are put one after the other here, without the words that tie modules together.
 */
export function joinScript(): string {
  const pieces = inOrder.map((name) =>
    readScriptFile(name)
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${pieces.join('\n')}})()\n`
}

export function sendText(reply: FastifyReply, type: string, text: string) {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .send(text)
}

const inOrder = [
  'home.js',
  'ask-provider.js',
  'listeners.js',
  'ground.js',
  'card-frame.js',
  'payment-element.js',
  'wallet-sheet.js',
  'express-element.js',
  'elements.js',
  'challenge.js',
  'payments.js',
  'stripe.js',
]

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}
