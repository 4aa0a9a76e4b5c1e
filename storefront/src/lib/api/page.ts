/** A page of a list as the API returns it (spec §3). */
export type Page<T> = {
  content: T[]
  first: boolean
  last: boolean
  number: number
  size: number
  totalElements: number
  totalPages: number
}

/** The default page size (spec §9). */
export const pageSize = 10
