import { Link, type LinkProps } from '@tanstack/react-router'
import type { Overview } from '#modules/overview/schema.ts'
import { formatCount } from '../../lib/format/format.ts'
import { ageOf } from './age.ts'
import * as styles from './overview.module.css'

type Awaited = keyof Overview['waiting']

type Task = { label: string; isFault?: boolean; link: Pick<LinkProps, 'to' | 'search' | 'hash'> }

/** The meaning of each figure, and the list that it counts. */
const tasks: Record<Awaited, Task> = {
  ordersToConfirm: { label: 'Orders to confirm', link: { to: '/admin/orders', search: { status: 'received' } } },
  ordersToDispatch: { label: 'Orders to dispatch', link: { to: '/admin/orders', search: { status: 'confirmed' } } },
  requestsUnanswered: {
    label: 'Requests without an answer',
    link: { to: '/admin/service-requests', search: { unanswered: 'true' } },
  },
  productsOutOfStock: { label: 'Products out of stock', link: { to: '/admin', search: { stock: 'none' } } },
  mailsFailed: {
    label: 'Failed emails',
    isFault: true,
    link: { to: '/admin/operations/mails', search: { status: 'failed' } },
  },
  mailsHeld: {
    label: 'Emails held for a decision',
    link: { to: '/admin/operations/mails', search: { status: 'held' } },
  },
  readModelsFailed: {
    label: 'Read models and reactors that failed',
    isFault: true,
    link: { to: '/admin/operations', search: { status: 'failed' } },
  },
  readModelsBehind: {
    label: 'Read models and reactors catching up',
    link: { to: '/admin/operations', search: { status: 'catching-up' } },
  },
}

const isAwaited = (name: string): name is Awaited => name in tasks
const order = Object.keys(tasks).filter(isAwaited)

type WaitingProps = Pick<Overview, 'waiting' | 'oldest'> & { now: number }

/** Open work, regardless of the day; each figure is a link to the list. */
export function Waiting({ waiting, oldest, now }: WaitingProps) {
  const since: Partial<Record<Awaited, string>> = oldest
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={styles['title']}>
        Waiting for the shop
      </h2>
      <ul className={styles['tasks']}>
        {order.map((name) => (
          <li key={name}>
            <TaskLink task={tasks[name]} count={waiting[name]} age={since[name] && ageOf(since[name], now)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TaskLink({ task, count, age }: { task: Task; count: number; age: string | undefined }) {
  const tone = task.isFault ? 'fault' : 'open'
  return (
    <Link {...task.link} className={styles['task']} data-tone={count > 0 ? tone : undefined}>
      <strong>{formatCount(count)}</strong>
      <span>{task.label}</span>
      <small>{age === undefined ? '' : `oldest: ${age}`}</small>
    </Link>
  )
}
