/** The colour that lies behind an element; 'transparent' when it is no single one. */
export function groundOf(element) {
  for (let node = element; node; node = node.parentElement) {
    const { backgroundColor: color, backgroundImage: image } = getComputedStyle(node)
    const isEmpty = color === 'transparent' || color === 'rgba(0, 0, 0, 0)'
    if (image !== 'none' || (!isEmpty && /rgba|\//.test(color))) return 'transparent'
    if (!isEmpty) return color
  }
  return 'transparent'
}

/**
 * Tells when the page may have changed its theme. The frame lies on the page's ground, but whoever measures contrast
 * inside it, as axe does, cannot see that far: so the frame paints the same ground itself.
 */
export function watchGround(changed) {
  const observer = new MutationObserver(() => requestAnimationFrame(changed))
  for (const root of [document.documentElement, document.body]) observer.observe(root, { attributes: true })
  document.addEventListener('transitionend', changed)
  return () => {
    observer.disconnect()
    document.removeEventListener('transitionend', changed)
  }
}
