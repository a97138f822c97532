/** The longer side of the result, in pixels. */
const SIDE = 1024

/**
 * Returns an SVG file as a PNG file, and other files unchanged. The browser draws it as an image, which runs no scripts and
 * loads nothing, so the server never parses or serves markup.
 * @throws Error if the browser can't draw it
 */
export async function rasterized(file: File): Promise<File> {
  if (file.type !== 'image/svg+xml') return file
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    // Without a size in the file, browsers differ: some draw 300 × 150, others nothing.
    const { naturalWidth: width, naturalHeight: height } = image
    if (width === 0 || height === 0) throw new Error('no size')
    const scale = SIDE / Math.max(width, height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!blob) throw new Error('no pixels')
    return new File([blob], file.name.replace(/\.svg$/i, '.png'), { type: 'image/png' })
  } finally {
    URL.revokeObjectURL(url)
  }
}
