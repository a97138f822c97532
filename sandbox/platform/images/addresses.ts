/** Pixels of every picture. */
export const imageSize = { width: 1200, height: 1200 }

interface Picture {
  motif: string
  tint: string
}

/** Everything a picture shows stands in its address, so none has to be kept. */
export function imagePath({ motif, tint }: Picture): string {
  return `/cdn/files/${motif}-${tint}.png`
}

/** As the API says it: a change of the product makes it new for every cache. */
export function imageAddress(url: string, picture: Picture, changedAt: string): string {
  return `${url}${imagePath(picture)}?v=${Date.parse(changedAt) / 1000}`
}
