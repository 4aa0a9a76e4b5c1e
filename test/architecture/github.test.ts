import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..', '..')
const github = (...path: string[]) => readFileSync(join(root, '.github', ...path), 'utf8')

// The parser imports a JSON file without the import attribute that Node.js requires.
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
hooks.deregister()

/** The mistakes that GitHub's own parser finds: unknown keys, wrong types and expressions. */
async function mistakesIn(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'ci.yml', content }, new NoOperationTraceWriter())
  const template = value === undefined ? undefined : await convertWorkflowTemplate(context, value)
  return [...context.errors.getErrors().map(String), ...(template?.errors ?? []).map(({ Message }) => Message)]
}

describe('the workflow of continuous integration', () => {
  const workflow = github('workflows', 'ci.yml')

  test('is valid', async () => {
    expect(await mistakesIn(workflow)).toEqual([])
  })

  test.each([
    ['runs-on', 'runs-at'],
    ['timeout-minutes: 90', 'timeout-minutes: ninety'],
    ["ports: ['6379:6379']", "port: ['6379:6379']"],
  ])('would not be with %s replaced by %s', async (text, mistake) => {
    expect(workflow).toContain(text)
    expect(await mistakesIn(workflow.replace(text, mistake))).not.toEqual([])
  })
})

describe('the configuration of the update bot', () => {
  // No package has the published schema (dependabot-2.0.json of SchemaStore); these are the parts of it that are used.
  const Interval = Type.Union([Type.Literal('daily'), Type.Literal('weekly'), Type.Literal('monthly')])
  const UpdateType = Type.Union([Type.Literal('major'), Type.Literal('minor'), Type.Literal('patch')])
  const Update = Type.Object(
    {
      'package-ecosystem': Type.Union([
        Type.Literal('npm'),
        Type.Literal('docker'),
        Type.Literal('docker-compose'),
        Type.Literal('github-actions'),
      ]),
      directory: Type.String({ pattern: '^/' }),
      schedule: Type.Object({ interval: Interval }, { additionalProperties: false }),
      cooldown: Type.Object({ 'default-days': Type.Integer({ minimum: 7 }) }, { additionalProperties: false }),
      'versioning-strategy': Type.Optional(Type.Literal('increase')),
      groups: Type.Optional(
        Type.Record(
          Type.String(),
          Type.Object({ 'update-types': Type.Array(UpdateType, { minItems: 1 }) }, { additionalProperties: false }),
        ),
      ),
    },
    { additionalProperties: false },
  )
  const Configuration = Type.Object(
    { version: Type.Literal(2), updates: Type.Array(Update) },
    { additionalProperties: false },
  )
  const configuration: unknown = parse(github('dependabot.yml'))

  test('is valid, and updates nothing before it is a week old', () => {
    expect(Value.Errors(Configuration, configuration)).toEqual([])
  })

  test('has every file that names a version', () => {
    const { updates } = Value.Parse(Configuration, configuration)
    const updated = updates.map((update) => `${update['package-ecosystem']} ${update.directory}`)
    const ecosystems: Record<string, string> = {
      'package.json': 'npm',
      Dockerfile: 'docker',
      'docker-compose.yml': 'docker-compose',
      'ci.yml': 'github-actions',
    }
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
    const needed = files.flatMap((path) => {
      const at = path.lastIndexOf('/')
      const ecosystem = ecosystems[path.slice(at + 1)]
      if (ecosystem === undefined) return []
      // Workflows are found from the root.
      return `${ecosystem} /${ecosystem === 'github-actions' ? '' : path.slice(0, Math.max(0, at))}`
    })
    expect(updated.toSorted()).toEqual(needed.toSorted())
  })
})
