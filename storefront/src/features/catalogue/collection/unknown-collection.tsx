import { Page, PageHead } from '../../../ui/page.tsx'
import { useNarrowing } from '../filters/use-narrowing.ts'
import { NoMatches } from '../no-matches.tsx'
import { Neighbours } from './neighbour-links.tsx'

/** For an address that names no collection of the shop; the page is sent with the status 404. */
export function UnknownCollection() {
  return (
    <Page>
      <PageHead title="Page not found" lead="The shop has no such collection. Choose one of these:" />
      <Neighbours category="" />
      <NoMatches title="No record(s) found" narrowing={useNarrowing({})} />
    </Page>
  )
}
