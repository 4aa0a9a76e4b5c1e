// Separate from the other keys, because every page of the shop loads those.

/** The key of whether the console's side rail is collapsed. */
export const railKey = 'rail'

/** The key of whether single letters work in the tables of the console. */
export const rowKeysKey = 'rowKeys'

/** The key of the saved views of the console's lists. */
export const viewsKey = 'views'
