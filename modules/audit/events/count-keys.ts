/** The keys of the rows that hold counts. */
export const countKeys = {
  all: 'all',
  category: (category: string) => `category/${category}`,
  type: (category: string, type: string) => `type/${category}/${type}`,
  hour: (at: string) => `hour/${at.slice(0, 13)}`,
  minute: (at: string) => `minute/${at.slice(0, 16)}`,
}
