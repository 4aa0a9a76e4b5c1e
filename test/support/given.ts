import { expect } from 'vitest'
import { fold, type Decider, type DomainEvent } from '#core/domain/decider.ts'
import { erasedText } from '#core/personal-data/erased-text.ts'
import { Rejection, type RejectionCode } from '#core/domain/errors.ts'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { putBack, extractTexts } from '#core/event-store/codec/personal-fields.ts'

type Outcome = { events: readonly DomainEvent[] } | { refusal: Rejection }

/**
 * Given a history, when a command is decided, then these events follow, or the command is refused. Repeats each check on
 * the history after erasure, when all its personal data reads the same: this detects a decider that compares such data.
 */
export function specificationOf<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  definitions: EventDefinitions,
) {
  const erase = <One extends DomainEvent>(events: readonly One[]) => events.map((event) => erased(event, definitions))

  return (...history: readonly Event[]) => ({
    when(command: Command) {
      const onHistory = outcomeOf(() => decider.decide(command, fold(decider, history)))
      const onErased = outcomeOf(() => decider.decide(command, fold(decider, erase(history))))
      return {
        thenEvents(...events: readonly Event[]) {
          expect(eventsOf(onHistory)).toEqual(events)
          expect({ onceErased: erase(eventsOf(onErased)) }).toEqual({ onceErased: erase(events) })
        },
        thenNothing() {
          expect(eventsOf(onHistory)).toEqual([])
          expect({ onceErased: eventsOf(onErased) }).toEqual({ onceErased: [] })
        },
        thenRefused(code: RejectionCode, message: RegExp) {
          const refusal = refusalIn(onHistory)
          expect(refusal.code).toBe(code)
          expect(refusal.message).toMatch(message)
          expect({ onceErased: refusalIn(onErased).code }).toEqual({ onceErased: code })
        },
      }
    },
  })
}

/** The event as it reads once its subject's key is deleted. */
function erased<Event extends DomainEvent>(event: Event, definitions: EventDefinitions): Event
function erased({ type, data }: DomainEvent, definitions: EventDefinitions): DomainEvent {
  const fields = definitions[type]?.personal?.fields ?? []
  const taken = extractTexts({ ...data }, fields)
  const texts = taken.texts.map(() => erasedText)
  return { type, data: putBack(taken.data, taken.paths, texts) }
}

function outcomeOf(decide: () => readonly DomainEvent[]): Outcome {
  try {
    return { events: decide() }
  } catch (error) {
    if (error instanceof Rejection) return { refusal: error }
    throw error
  }
}

function eventsOf(outcome: Outcome): readonly DomainEvent[] {
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.events
}

function refusalIn(outcome: Outcome): Rejection {
  if ('refusal' in outcome) return outcome.refusal
  throw new Error('the command was not refused')
}
