import { useHydrated, useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { comparedAtom } from '../../entities/product/stored/stored-product-atoms.ts'
import { toStoredProduct, type StoredProduct } from '../../entities/product/stored/stored-products.ts'
import { isLeaving } from '../../lib/router/is-leaving.ts'
import { useGoWhenLoaded } from '../../lib/router/use-go-when-loaded.ts'
import { joinIds, readCompareParams, splitIds } from './compare-params.ts'
import type { CompareData } from './load-compare.ts'

/**
 * Changes the devices being compared: the URL is the source, and the stored choice follows it. `isTaking`: the URL names
 * no devices, and is being replaced by one with those chosen on the cards.
 */
export function useComparedDevices({ products, missing }: CompareData) {
  const router = useRouter()
  const go = useGoWhenLoaded()
  const [compared, setCompared] = useAtom(comparedAtom)
  /** The last requested ids, while the table still shows the previous ones. */
  const wanted = useRef<readonly string[]>(undefined)
  // A device picked by name has no picture until it is loaded.
  useEffect(() => setCompared((chosen) => asLoaded(chosen, products)), [products, setCompared])

  // The server does not know the choice.
  const isTaking = useHydrated() && products.length === 0 && missing === 0 && compared.length > 0
  const takeChosen = useEffectEvent(() => {
    if (isLeaving(router) || readCompareParams(router.latestLocation.search).ids) return
    void router.navigate({ to: '/compare', search: { ids: joinIds(compared.map(({ id }) => id)) }, replace: true })
  })
  useEffect(() => {
    if (isTaking) takeChosen()
  }, [isTaking])

  async function show(change: (ids: readonly string[]) => readonly string[], added: readonly StoredProduct[] = []) {
    if (isLeaving(router)) return
    const known = new Map([...compared, ...products, ...added].map((device) => [device.id, device]))
    const inShop = new Set(products.map(({ id }) => id))
    const shown = splitIds(readCompareParams(router.latestLocation.search).ids).filter((id) => inShop.has(id))
    const ids = change(wanted.current ?? shown)
    wanted.current = ids
    setCompared(ids.flatMap((id) => known.get(id) ?? []).map(toStoredProduct))
    const { href } = router.buildLocation({ to: '/compare', search: { ids: joinIds(ids) } })
    if (await go(href)) wanted.current = undefined
  }
  return {
    isTaking,
    remove: (id: string) => void show((ids) => ids.filter((one) => one !== id)),
    /** Replaces the device with the id `insteadOf`, or appends. */
    put: (device: StoredProduct, insteadOf: string | undefined) =>
      void show(
        (ids) => {
          const others = ids.filter((id) => id !== device.id)
          const isReplaced = insteadOf !== undefined && others.includes(insteadOf)
          return isReplaced ? others.map((id) => (id === insteadOf ? device.id : id)) : [...others, device.id]
        },
        [device],
      ),
  }
}

/** Returns the same list if nothing in it has changed, which avoids a re-render. */
function asLoaded(chosen: StoredProduct[], products: readonly Product[]): StoredProduct[] {
  const loaded = new Map(products.map((product) => [product.id, product]))
  const isKnown = chosen.every(({ id, logoUrl }) => (loaded.get(id)?.logoUrl ?? logoUrl) === logoUrl)
  return isKnown ? chosen : chosen.map((device) => toStoredProduct(loaded.get(device.id) ?? device))
}
