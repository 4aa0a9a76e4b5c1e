import { describe, test } from 'vitest'
import { specificationOf } from '#test/support/given.ts'
import { serviceRequestEvents, type ServiceRequestEvent } from './events.ts'
import { serviceRequestDecider, type ServiceRequestCommand } from './service-request.ts'

const given = specificationOf(serviceRequestDecider, serviceRequestEvents)

const now = Date.parse('2026-11-20T09:30:00.000Z')
const request = {
  requester: { id: 'asha', loginUserName: 'asha.rao', name: 'Asha Rao' },
  productId: 'p1',
  title: 'Patient Monitor',
  company: 'Aarogya',
  logoUrl: '',
  description: 'The SpO2 reading drops out',
  address: 'Pune',
}
const raised: ServiceRequestEvent = {
  type: 'ServiceRequestRaised',
  data: { ...request, raisedAt: '2026-11-20T09:30:00.000Z' },
}
const acknowledged: ServiceRequestEvent = { type: 'ServiceRequestAcknowledged', data: {} }
const resolved: ServiceRequestEvent = {
  type: 'ServiceRequestResolved',
  data: { note: 'Sensor replaced', sealedFor: 'asha' },
}
const declined: ServiceRequestEvent = {
  type: 'ServiceRequestDeclined',
  data: { reason: 'Not ours', sealedFor: 'asha' },
}
const withdrawn: ServiceRequestEvent = { type: 'ServiceRequestWithdrawn', data: {} }

describe('a service request', () => {
  test('is raised once', () => {
    given().when({ type: 'raise', request, now }).thenEvents(raised)
    given(raised)
      .when({ type: 'raise', request, now })
      .thenRefused('conflict', /already/)
  })

  test('is acknowledged, then resolved or declined', () => {
    given(raised).when({ type: 'acknowledge' }).thenEvents(acknowledged)
    given(raised, acknowledged).when({ type: 'resolve', note: 'Sensor replaced' }).thenEvents(resolved)
    given(raised, acknowledged).when({ type: 'resolve' }).thenEvents({ type: 'ServiceRequestResolved', data: {} })
    given(raised, acknowledged).when({ type: 'decline', reason: 'Not ours' }).thenEvents(declined)
  })

  test('may be withdrawn until it is resolved', () => {
    given(raised).when({ type: 'withdraw' }).thenEvents(withdrawn)
    given(raised, acknowledged).when({ type: 'withdraw' }).thenEvents(withdrawn)
  })

  test('lets both sides write to each other, also after its end', () => {
    const question = { text: 'When do you come?', from: 'requester' } as const
    const answer = { text: 'On Monday', from: 'shop' } as const
    const replied = (reply: typeof question | typeof answer): ServiceRequestEvent => ({
      type: 'ServiceRequestReplied',
      data: { ...reply, sealedFor: 'asha' },
    })
    given(raised)
      .when({ type: 'reply', ...question })
      .thenEvents(replied(question))
    for (const end of [resolved, declined])
      given(raised, acknowledged, end)
        .when({ type: 'reply', ...answer })
        .thenEvents(replied(answer))
    given(raised, replied(question), acknowledged).when({ type: 'resolve' }).thenEvents({
      type: 'ServiceRequestResolved',
      data: {},
    })
    given(raised, withdrawn)
      .when({ type: 'reply', ...question })
      .thenRefused('conflict', /withdrawn/)
    given(raised, { type: 'ServiceRequestPersonalDataErased', data: {} })
      .when({ type: 'reply', ...answer })
      .thenRefused('conflict', /no one would read/)
  })

  test.each<[ServiceRequestCommand, ServiceRequestEvent[]]>([
    [{ type: 'resolve' }, [raised]],
    [{ type: 'decline', reason: 'x' }, [raised]],
    [{ type: 'acknowledge' }, [raised, acknowledged]],
    [{ type: 'withdraw' }, [raised, acknowledged, resolved]],
    [{ type: 'withdraw' }, [raised, withdrawn]],
    [{ type: 'resolve' }, [raised, acknowledged, declined]],
  ])('refuses %j if its status does not allow it', (command, history) =>
    given(...history)
      .when(command)
      .thenRefused(
        'conflict',
        new RegExp(`Cannot ${command.type}( to)? the service request: its status is \\w+, but must be \\w+`),
      ),
  )

  test('does not exist before it is raised', () =>
    given()
      .when({ type: 'acknowledge' })
      .thenRefused('not-found', /no such service request/))
})
