import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { median } from '../support/load.ts'

/** Lighthouse's figures of one page: scores from 0 to 100, times in ms, transferred sizes in KiB. */
export type PageFigures = {
  performance: number
  accessibility: number
  'best-practices': number
  seo: number
  largestPaint: number
  layoutShift: number
  scripts: number
  whole: number
  /** The ids of the audits that cost points. */
  lost: readonly string[]
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
]

/** The median of `runs` runs, each in a new browser, with Lighthouse's default phone, slow 4G and processor. */
export async function measurePage(url: string, runs: number, chromePath: string): Promise<PageFigures> {
  const figures: PageFigures[] = []
  for (let run = 0; run < runs; run++) figures.push(await measureOnce(url, chromePath))
  const middle = (of: (one: PageFigures) => number) => median(figures.map(of))
  return {
    performance: middle((one) => one.performance),
    accessibility: middle((one) => one.accessibility),
    'best-practices': middle((one) => one['best-practices']),
    seo: middle((one) => one.seo),
    largestPaint: middle((one) => one.largestPaint),
    layoutShift: middle((one) => one.layoutShift),
    scripts: middle((one) => one.scripts),
    whole: middle((one) => one.whole),
    lost: [...new Set(figures.flatMap(({ lost }) => lost))],
  }
}

async function measureOnce(url: string, chromePath: string): Promise<PageFigures> {
  const chrome = await launch({ chromePath, chromeFlags: flags, logLevel: 'silent' })
  try {
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'silent', output: 'json' })
    if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`)
    return figuresOf(result.lhr)
  } finally {
    chrome.kill()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function figuresOf({ categories, audits }: Report): PageFigures {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = requestsOf(audits['network-requests']?.details)
  const kib = (types: readonly string[]) =>
    requests.reduce((sum, { type, size }) => (types.includes(type) || types.length === 0 ? sum + size : sum), 0) / 1_024
  const judged = ['accessibility', 'best-practices', 'seo'].flatMap((name) => categories[name]?.auditRefs ?? [])
  const lost = judged.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    largestPaint: value('largest-contentful-paint'),
    layoutShift: value('cumulative-layout-shift'),
    scripts: kib(['Script']),
    whole: kib([]),
    lost,
  }
}

function requestsOf(details: unknown): { type: string; size: number }[] {
  if (typeof details !== 'object' || details === null || !('items' in details) || !Array.isArray(details.items))
    return []
  return details.items.map((item: Record<string, unknown>) => ({
    type: String(item['resourceType']),
    size: Number(item['transferSize'] ?? 0),
  }))
}
