import { z } from 'zod'
import { Bytes, endpoint } from '../http.ts'

export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
export const UPLOAD_MAX_PIXELS = 50_000_000
/** WebP's limit; a longer image could be stored but not shown. */
export const UPLOAD_MAX_SIDE = 16_383
/** Types offered by the file chooser. The server checks the content, not the type. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

export const UPLOAD_MESSAGES = {
  notAnImage: 'This file isn’t a supported image. Use JPEG, PNG, WebP, or AVIF.',
  svg: 'SVG images aren’t supported because they can contain scripts. Use JPEG, PNG, WebP, or AVIF.',
  heic: 'HEIC images aren’t supported because most browsers can’t show them. Use JPEG, PNG, WebP, or AVIF.',
  damaged: 'This image is damaged and can’t be read.',
  tooManyPixels: `This image has too many pixels. The limit is ${UPLOAD_MAX_PIXELS / 1_000_000} megapixels.`,
  tooLong: `This image is too large. The limit is ${UPLOAD_MAX_SIDE.toLocaleString('en-US')} pixels on each side.`,
} as const

/** An image hosted by the shop, with the pixels of the original. */
export const UploadedImage = z.object({ url: z.string(), width: z.int(), height: z.int() })
export type UploadedImage = z.infer<typeof UploadedImage>

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/admin/images',
  access: 'admin',
  staff: ['manager'],
  summary: 'Upload an image: the body is the file, and the query contains its name.',
  input: z.object({ name: z.string().max(300), file: Bytes }),
  response: UploadedImage,
  status: 201,
  file: { field: 'file', maxBytes: UPLOAD_MAX_BYTES },
})

export const imageEndpoints = [uploadImage] as const
