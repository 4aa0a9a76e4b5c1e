import { useRouter } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import type { Product } from '#modules/catalogue/schema.ts'
import { comparedAtom } from '../../lib/kept/kept-atoms.ts'
import { keptProduct, type KeptProduct } from '../../lib/kept/kept-products.ts'
import { joinIds } from './compare-params.ts'

/** Changes which devices the page compares: the address says it, and the choice on this device follows. */
export function useComparedDevices(products: readonly Product[]) {
  const router = useRouter()
  const setCompared = useSetAtom(comparedAtom)

  /** The table stays as it is until the next device is there. */
  async function show(devices: readonly KeptProduct[]) {
    setCompared(devices.map(keptProduct))
    const target = {
      to: '/compare',
      search: { ids: joinIds(devices.map(({ id }) => id)) },
      resetScroll: false,
    } as const
    await router.preloadRoute(target)
    await router.navigate(target)
  }
  return {
    remove: (id: string) => void show(products.filter((product) => product.id !== id)),
    /** In the place of the one with that id, or after the others. */
    put: (device: KeptProduct, insteadOf: string | undefined) => {
      const others = products.filter(({ id }) => id !== device.id)
      const isReplaced = others.some(({ id }) => id === insteadOf)
      void show(isReplaced ? others.map((one) => (one.id === insteadOf ? device : one)) : [...others, device])
    },
  }
}
