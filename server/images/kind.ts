import { UPLOAD_MESSAGES } from '#contract/uploads.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { isPixelLimit, kindOf, measure } from './pixels.ts'

/**
 * Looks at what a file is, not at what it is called, and reads every pixel of it.
 * @throws ShopError 400 with the reason
 */
export async function checkIsPhotograph(bytes: Buffer): Promise<void> {
  if (isSvg(bytes)) throw invalidInput(UPLOAD_MESSAGES.svg)
  if (isHeic(bytes)) throw invalidInput(UPLOAD_MESSAGES.heic)
  try {
    if (!(await kindOf(bytes))) throw invalidInput(UPLOAD_MESSAGES.notAnImage)
    await measure(bytes)
  } catch (error) {
    if (error instanceof ShopError) throw error
    throw invalidInput(isPixelLimit(error) ? UPLOAD_MESSAGES.tooManyPixels : UPLOAD_MESSAGES.damaged)
  }
}

/** Markup, whatever comes before its first tag. */
function isSvg(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 4096).toString('latin1').replaceAll('\0', '')
  return /^[^\w<]*</.test(text) && /<svg[\s>]/i.test(text)
}

/** What iPhones make; no browser but Safari shows it, and its codec is patented. */
function isHeic(bytes: Buffer): boolean {
  return /^ftyphe(ic|ix|im|is|vc|vx)/.test(bytes.subarray(4, 12).toString('latin1'))
}
