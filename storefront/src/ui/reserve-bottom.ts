const property = '--bottom-bar'

/**
 * The `ref` of a bar at the bottom of the window: `--bottom-bar` is its height in styles, so that what else is at the
 * bottom is above it.
 */
export function reserveBottom(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    if (bar.offsetHeight > 0) style.setProperty(property, `${bar.offsetHeight}px`)
    else style.removeProperty(property)
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}
