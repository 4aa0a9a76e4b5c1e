/**
 * The privacy notice that a signup accepts, recorded with the time (reliability S39). `version` is the day of its text;
 * `rows` is a fingerprint of what the manifests say that the shop keeps: a test compares it, so that no row changes without
 * a new version.
 */
export const privacyNotice = { version: '2026-11-23', rows: '63a443277d3a' }
