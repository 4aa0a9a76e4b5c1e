import { useRouteContext } from '@tanstack/react-router'
import type { ApiClient } from './client.ts'

/** The API client of the router's context. */
export function useApi(): ApiClient {
  return useRouteContext({ from: '__root__', select: (context) => context.api })
}
