import { Type } from 'typebox'

/** Money in answers (contract §2 Money). */
export const Rupees = Type.Number({ description: 'Rupees, with at most 2 decimals', examples: [84500.5] })
