/** The name under which the drafts hold the order that a form sent last; open tabs have stored it, so it stays. */
export const pendingOrderForm = (name: string) => `unsettled ${name}`
