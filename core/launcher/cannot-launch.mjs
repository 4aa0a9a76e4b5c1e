/** Printed as one line: the problem and the remedy. */
export class CannotLaunch extends Error {}
