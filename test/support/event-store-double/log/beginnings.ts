/** The events that a server writes on its first start. */
export const beginnings: readonly (readonly [stream: string, type: string])[] = [
  ['$epoch-information', '$EpochInformation'],
  ['$users', '$User'],
  ['$user-admin', '$UserCreated'],
  ['$users', '$User'],
  ['$user-ops', '$UserCreated'],
  ['$projections-$all', '$ProjectionsInitialized'],
  ...['$streams', '$stream_by_category', '$by_category', '$by_event_type', '$by_correlation_id'].flatMap(
    (projection) =>
      [
        ['$projections-$all', '$ProjectionCreated'],
        [`$projections-${projection}`, '$ProjectionUpdated'],
      ] as const,
  ),
]
