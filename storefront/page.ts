/** A request to the built server bundle (src/entry-server.tsx). */
export type PageRequest = {
  /** Path and query. */
  href: string
  /** The base of canonical links, without a slash at its end. */
  siteUrl: string
  /** Calls the API; the address begins with `/api`. */
  fetch: typeof fetch
}

export type Page =
  /** A page that only the browser can render: it depends on who is logged in, or on what is in local storage. */
  | { kind: 'for-the-browser' }
  | { kind: 'redirect'; location: string }
  | {
      kind: 'rendered'
      status: number
      /** Title, description, canonical link and the like. */
      head: string
      body: string
      /** The data that the browser hydrates from, as text for a script element; `undefined` if loading it failed. */
      data: string | undefined
      /** The routes whose scripts and styles the page needs. */
      routeIds: string[]
    }

export type RenderPage = (request: PageRequest) => Promise<Page>
