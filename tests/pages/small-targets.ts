import type { Page } from '@playwright/test'
import type { Finding } from './nu.ts'

/** Returns the visible targets that are smaller than 24 by 24 px. Links within a sentence may be as low as its line. */
export function smallTargets(page: Page): Promise<Finding[]> {
  return page.evaluate(() => {
    const MINIMUM = 24
    const TARGETS =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=menuitem], [role=option]'
    return [...document.querySelectorAll<HTMLElement>(TARGETS)]
      .filter((target) => isShown(target) && !isInSentence(target) && !isLargeEnough(target))
      .map((target) => ({
        rule: 'smaller than 24 px',
        at: `${sizeOf(target)} ${target.outerHTML.slice(0, 300)}`,
      }))

    function isShown(target: HTMLElement) {
      const { width, height } = target.getBoundingClientRect()
      const isHidden = width <= 1 || height <= 1 || target.matches(':disabled')
      return !isHidden && target.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }

    function isInSentence(target: HTMLElement) {
      const text = target.parentElement?.textContent?.trim() ?? ''
      return getComputedStyle(target).display === 'inline' && text !== target.textContent?.trim()
    }

    /** A label is part of the target, and so is a pseudo-element over the whole card. */
    function isLargeEnough(target: HTMLElement) {
      const labels = 'labels' in target ? [...(target.labels as NodeListOf<HTMLElement>)] : []
      const isCover = getComputedStyle(target, '::after').position === 'absolute'
      const card = isCover && target.offsetParent ? [target.offsetParent] : []
      const isLarge = [target, ...labels, ...card].some((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width >= MINIMUM - 0.5 && height >= MINIMUM - 0.5
      })
      return isLarge || hits(target, labels)
    }

    function hits(target: HTMLElement, labels: HTMLElement[]) {
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = target.getBoundingClientRect()
      const [x, y, reach] = [left + width / 2, top + height / 2, MINIMUM / 2 - 0.5]
      return [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ].every(([x = 0, y = 0]) => {
        const hit = document.elementFromPoint(x, y)
        return [target, ...labels].some((element) => element.contains(hit))
      })
    }

    function sizeOf(target: HTMLElement) {
      const { width, height } = target.getBoundingClientRect()
      return `${width.toFixed(1)} × ${height.toFixed(1)} px`
    }
  })
}
