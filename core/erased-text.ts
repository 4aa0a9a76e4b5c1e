/** What personal text reads as once its person's key is gone. */
export const erasedText = '[erased]'
