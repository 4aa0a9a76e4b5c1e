import type { History, Person } from '../person.ts'

export const history: History = {
  'a request is received': async (person) => void (await raise(person)),
  'a request is withdrawn': async (person) => {
    await person.asPerson(`POST ${await raise(person)}/withdraw`)
  },
  'a request is resolved': async (person) => {
    const path = await raise(person)
    await person.asAdmin(`POST ${path}/acknowledge`)
    await person.asAdmin(`POST ${path}/resolve`, { note: person.text('note') })
  },
  'a request is talked about': async (person) => {
    const path = await raise(person)
    await person.asPerson(`POST ${path}/replies`, { text: person.text('question') })
    await person.asAdmin(`POST ${path}/replies`, { text: person.text('answer') })
  },
  'a request is declined': async (person) => {
    const path = await raise(person)
    await person.asAdmin(`POST ${path}/acknowledge`)
    await person.asAdmin(`POST ${path}/decline`, { reason: person.text('reason') })
  },
}

async function raise({ text, asPerson }: Person): Promise<string> {
  const { body } = await asPerson('POST /api/orders/productRequest', {
    id: text('product'),
    title: text('title'),
    company: text('company'),
    description: text('description'),
    logoUrl: `/images/${text('picture')}.svg`,
    address: text('place'),
  })
  return `/api/orders/productRequest/${body.id}`
}
