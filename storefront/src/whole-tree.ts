/** The first segments of the addresses of the console and of orders: the tree for logging in and buying omits these. */
export const otherPages = ['admin', 'my-orders']

/** Whether a page needs the whole tree. */
export function needsWholeTree(pathname: string): boolean {
  return otherPages.includes(pathname.split('/')[1] ?? '')
}
