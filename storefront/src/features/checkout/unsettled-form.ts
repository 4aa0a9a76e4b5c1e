/** The name under which the drafts hold the order that a form sent last. */
export const unsettledForm = (name: string) => `unsettled ${name}`
