/** Whether a page is one of the console or of orders, whose routes the pages to log in and buy come without. */
export function needsWholeTree(pathname: string): boolean {
  return /^\/(admin|my-orders)(\/|$)/.test(pathname)
}
