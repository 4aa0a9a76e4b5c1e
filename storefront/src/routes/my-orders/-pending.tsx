import { useLoaderData } from '@tanstack/react-router'

/** A list while it is loading: an admin's in the console, another one in the shop. */
export function Pending() {
  const { Pending: Skeleton } = useLoaderData({ from: '/my-orders' })
  return <Skeleton />
}
