import { Link } from '@tanstack/react-router'
import type { Flow } from '#modules/operations/schema.ts'
import { toCard } from '../subscription/card-id.ts'
import type { FlowNode } from './flow-layout.ts'
import { stateOf, titlesOf } from './flow-words.ts'
import * as styles from './flow.module.css'

/** The content of the picture as a table, for those who would rather read one. */
export function FlowTable({ flow, nodes }: { flow: Flow; nodes: readonly FlowNode[] }) {
  return (
    <details className={styles['table']}>
      <summary>The flow as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Read model or reactor</th>
            <th scope="col">State</th>
            <th scope="col">Reads</th>
            <th scope="col">Writes</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ name, status, reads, writes }) => (
            <tr key={name}>
              <th scope="row">
                <Link {...toCard(name)}>{name}</Link>
              </th>
              <td>{stateOf(status)}</td>
              <td>{titlesOf(flow, reads)}</td>
              <td>{writes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
