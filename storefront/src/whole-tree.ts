/** The first parts of the addresses of the console and of orders: the routes to log in and buy come without these. */
export const otherPages = ['admin', 'my-orders']

/** Whether a page is one of these. */
export function needsWholeTree(pathname: string): boolean {
  return otherPages.includes(pathname.split('/')[1] ?? '')
}
