import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { defineRoute, loggedIn, type Route } from '#core/http/routing/route.ts'
import { missingFields } from '../domain/address-rules.ts'
import { presentAddress } from '../present.ts'
import { Address, AddressInput } from '../schema.ts'
import { addAddress, changeAddress, removeAddress, textOf, type AddressDeps } from './commands.ts'

const AddressParams = Type.Object({ id: Type.String({ maxLength: 100 }) })

/** What an idempotency record may hold of an added address, which the request completes. */
const StoredAddress = Compile(Type.Object({ id: Type.String(), isDefault: Type.Boolean() }))

/** Saved shipping addresses, each person's own. */
export function addressRoutes(deps: AddressDeps): Route[] {
  return [listRoute(deps), addRoute(deps), changeRoute(deps), removeRoute(deps)]
}

function listRoute({ addresses }: AddressDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/users/me/addresses',
    summary: 'One’s saved shipping addresses, the default first',
    access: loggedIn,
    responses: { 200: Type.Array(Address) },
    discloses: () => undefined,
    handle: async ({ actor }) => ({ status: 200, body: (await addresses.ofAccount(actor.id)).map(presentAddress) }),
  })
}

function addRoute(deps: AddressDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/users/me/addresses',
    summary: 'Save a shipping address, at most 20',
    description: 'The first one is the default; a later one becomes it with `isDefault`.',
    access: loggedIn,
    body: AddressInput,
    check: missingFields,
    responses: { 201: Address },
    refuses: ['conflict', 'too-many-requests'],
    idempotent: {
      complete(stored, { body }) {
        const { id, isDefault } = StoredAddress.Parse(stored)
        return presentAddress({ ...textOf(body), id, is_default: isDefault })
      },
    },
    async handle({ actor, body, commandId }) {
      const added = await addAddress(deps, { accountId: actor.id, id: commandId }, body)
      return { status: 201, body: { id: added.id, isDefault: added.is_default } }
    },
  })
}

function changeRoute(deps: AddressDeps): Route {
  return defineRoute({
    method: 'PUT',
    path: '/api/users/me/addresses/{id}',
    summary: 'Replace a saved shipping address, or make it the default',
    access: loggedIn,
    params: AddressParams,
    body: AddressInput,
    check: missingFields,
    responses: { 200: Address },
    handle: async ({ actor, params, body }) => ({
      status: 200,
      body: presentAddress(await changeAddress(deps, { accountId: actor.id, id: params.id }, body)),
    }),
  })
}

function removeRoute(deps: AddressDeps): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/api/users/me/addresses/{id}',
    summary: 'Delete a saved shipping address',
    description: 'If it was the default, the newest of the others becomes the default.',
    access: loggedIn,
    params: AddressParams,
    responses: { 204: null },
    async handle({ actor, params }) {
      await removeAddress(deps, { accountId: actor.id, id: params.id })
      return { status: 204 }
    },
  })
}
