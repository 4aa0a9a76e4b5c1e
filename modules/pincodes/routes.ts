import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { defineRoute, type Route } from '#core/http/routing/route.ts'
import type { LookUpPin } from './look-up.ts'
import { PinCode } from './schema.ts'

const PinParams = Type.Object({
  pin: Type.String({ pattern: '^[0-9]{6}$', message: 'A PIN code has 6 digits', examples: ['411001'] }),
})

/** A place changes with a release of the shop only. */
const headers = { 'Cache-Control': 'public, max-age=86400' }

export function pinCodeRoutes(lookUp: LookUpPin): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/pincodes/{pin}',
      summary: 'City and state of a PIN code',
      description: 'From the postal codes of GeoNames (geonames.org), CC BY 4.0.',
      access: 'everyone',
      params: PinParams,
      responses: { 200: PinCode },
      refuses: ['not-found'],
      async handle({ params }) {
        const body = await lookUp(params.pin)
        if (body === undefined) throw new Rejection('not-found', 'There is no such PIN code in our list')
        return { status: 200, headers, body }
      },
    }),
  ]
}
