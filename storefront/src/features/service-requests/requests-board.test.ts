import { describe, expect, it } from 'vitest'
import { readRequestsSearch } from './requests-search.ts'
import { requestSteps, requestStepTexts } from './board/request-steps.ts'

describe('the board of service requests', () => {
  it('parses the filters of its URL, and drops invalid values', () => {
    expect(readRequestsSearch({ page: '3', text: ' pump ', status: 'declined' })).toEqual({
      page: 3,
      text: 'pump',
      status: 'declined',
    })
    expect(readRequestsSearch({ page: '-1', text: {}, status: 'toString' })).toEqual({})
  })

  it('offers the steps that the status allows, and requires a reason for declining', () => {
    expect(requestSteps.received).toEqual(['acknowledge'])
    expect(requestSteps.acknowledged).toEqual(['resolve', 'decline'])
    expect([requestSteps.resolved, requestSteps.declined, requestSteps.withdrawn].flat()).toEqual([])
    expect(requestStepTexts.decline.fields).toMatchObject([{ name: 'reason', required: true }])
  })
})
