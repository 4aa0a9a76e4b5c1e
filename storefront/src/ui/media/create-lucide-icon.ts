import { createElement, type SVGProps } from 'react'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/**
 * Stands in for lucide's own function of this name in the build: an icon is an `svg` with the given attributes, hidden
 * from screen readers as the words alongside it say the same. Lucide's also knows contexts, names and scaling strokes, and
 * every first page would carry that.
 */
// oxlint-disable-next-line import/no-default-export -- lucide's icons import it so
export default function createLucideIcon({ node }: IconData) {
  return function LucideIcon(attributes: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...attributes,
      },
      node.map(([tag, own]) => createElement(tag, own)),
    )
  }
}
