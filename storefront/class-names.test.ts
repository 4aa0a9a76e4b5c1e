import { expect, test } from 'vitest'
import { withClassNames } from './class-names.ts'

test('class names are written into the code', () => {
  const code = `import styles from './card.module.css'\nconst a = clsx(styles['card'], b && styles["on-sale"])`
  expect(withClassNames(code)).toBe(`import './card.module.css'\nconst a = clsx("card-card", b && "card-on-sale")`)
})

test('an import stays if one of its names is computed, and others do not', () => {
  const computed = `import looks from './button.module.css'\nconst a = [looks['button'], looks[look]]`
  expect(withClassNames(computed)).toBe(computed)
  expect(withClassNames(`import styles from './a.module.css'\n${computed}\nconst b = styles['a']`)).toBe(
    `import './a.module.css'\n${computed}\nconst b = "a-a"`,
  )
})

test('an import stays if its names are taken out of the table', () => {
  const taken = `import tabStyles from './tabs.module.css'\n\nconst { tab = '' } = tabStyles\n\ntype Props = object`
  expect(withClassNames(taken)).toBe(taken)
})
