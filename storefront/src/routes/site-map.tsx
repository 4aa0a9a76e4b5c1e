import { createFileRoute } from '@tanstack/react-router'
export const Route = createFileRoute('/site-map')({ component: () => null })
