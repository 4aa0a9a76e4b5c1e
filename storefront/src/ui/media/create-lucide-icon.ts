import { createElement, type SVGProps } from 'react'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/**
 * Replaces lucide's function of this name in the build: an icon is an `svg` with the given attributes, hidden from
 * screen readers because the text next to it says the same. Lucide's function also supports contexts, names and scaling
 * strokes, which would make every first page larger.
 */
// oxlint-disable-next-line import/no-default-export -- lucide's icons import the default export
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
      // Arguments instead of an array, because the build leaves out the keys (see icon-data.ts).
      ...node.map(([tag, own]) => createElement(tag, own)),
    )
  }
}
