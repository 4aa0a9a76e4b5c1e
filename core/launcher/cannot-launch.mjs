/** Shown as one line: what is wrong, and what to do about it. */
export class CannotLaunch extends Error {}
