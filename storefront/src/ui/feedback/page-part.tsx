import { Suspense, useState, type ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'

const fetches: Promise<void>[] = []

/** Resolves when the parts that are shown at once have been fetched; a page is rendered or hydrated only then. */
export async function pagePartsFetched(): Promise<void> {
  await Promise.all(fetches)
}

/**
 * A part of a page that the server renders, with a separate script. A browser fetches the script with the page if the
 * part is `isShown`, otherwise when it is first shown. Until then its markup stays unchanged, without React.
 */
export function pagePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isShown: () => boolean,
): ComponentType<Props> {
  const Later = lazyPart(load)
  let Fetched: ComponentType<Props> | undefined
  const keep = (part: ComponentType<Props>) => void (Fetched = part)
  // If this fails, `Later` fetches it again and reports the failure.
  if (isShown()) fetches.push(load().then(keep, () => undefined))
  return (props) => {
    const [Part] = useState(() => Fetched)
    if (Part === undefined) return <Later {...props} />
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
