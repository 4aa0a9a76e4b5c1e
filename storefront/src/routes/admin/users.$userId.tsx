import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { loadPerson } from '../../features/admin-people/person/load-person.ts'
import { PersonScreen } from '../../features/admin-people/person/person-screen.tsx'
import { EventsOfPerson } from '../../features/audit/events/events-of-person.tsx'
import { MailsToPerson } from '../../features/operations/mails/mails-to-person.tsx'
import { OrdersOfPerson } from '../../features/orders/board/orders-of-person.tsx'
import { RequestsOfPerson } from '../../features/service-requests/board/requests-of-person.tsx'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/users/$userId')({
  loader: ({ context, location, params, abortController }) =>
    loadGuarded({ context, location }, () => loadPerson(context.api, params.userId, abortController.signal)),
  head: ({ loaderData }) => ({ meta: [{ title: pageTitle(loaderData?.crumb ?? 'Account') }] }),
  pendingComponent: ScreenSkeleton,
  component: PersonPage,
})

function PersonPage() {
  const { id, person, orders, requests, mails, activity, changes } = Route.useLoaderData()
  return (
    <PersonScreen
      key={id}
      id={id}
      person={person}
      lists={
        <>
          <OrdersOfPerson accountId={id} orders={orders} />
          <RequestsOfPerson accountId={id} requests={requests} />
          <MailsToPerson accountId={id} mails={mails} />
        </>
      }
      events={
        <>
          <EventsOfPerson
            title="Changes of the account"
            filter={{ stream: `account-${id}` }}
            events={changes}
            empty="No recorded changes."
          />
          <EventsOfPerson title="Activity" filter={{ by: id }} events={activity} empty="No activity." />
        </>
      }
    />
  )
}
