import { scaleLines } from './scale/report.ts'
import { measureScale, type Scale } from './scale/measure-scale.ts'

// Orders on several API processes of one shop: what an order then costs in each part, whether the positions of the log
// stay gapless, and how long the followers need after the last order. The throughput is no verdict: the load, the shop
// and Postgres share the processors.

const processes = (process.env['BENCH_PROCESSES'] ?? '1,2,4').split(',').map(Number)
const orders = Number(process.env['BENCH_ORDERS'] ?? 500)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const limits = { BUDGET_SCALE: process.env['BUDGET_SCALE'] ?? '0' }

const scales: Scale[] = []
for (const count of processes) scales.push(await measureScale({ processes: count, orders, rounds, limits }))
for (const line of scaleLines(scales)) process.stdout.write(`${line}\n`)
