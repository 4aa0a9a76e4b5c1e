import { createFileRoute } from '@tanstack/react-router'
export const Route = createFileRoute('/support-client-services')({ component: () => null })
