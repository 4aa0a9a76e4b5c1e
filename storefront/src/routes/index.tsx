import { createFileRoute, Link } from '@tanstack/react-router'
import { FeaturedProducts } from '../features/home/featured-products.tsx'
import { Departments, HomeSection, Promises } from '../features/home/home-sections.tsx'
import { Slider } from '../features/home/slider.tsx'
import { fetchNewest } from '../lib/api/products.ts'
import { pageHead } from '../lib/router/page-head.ts'
import { homeDescription, shop } from '../lib/shop.ts'
import { Page } from '../ui/page.tsx'
import { SeenLately } from '../entities/product/card/seen-lately.tsx'

/** Home shows the 8 newest products (spec §9). */
const newestCount = 8

export const Route = createFileRoute('/')({
  loader: ({ context, abortController }) => fetchNewest(context.api, newestCount, abortController.signal),
  head: ({ match }) => pageHead(match.context.siteUrl, { path: '/', description: homeDescription }),
  component: HomeScreen,
})

function HomeScreen() {
  const newest = Route.useLoaderData()
  return (
    <Page>
      <h1 className="visually-hidden">{shop.name}</h1>
      <Slider />
      <Promises />
      <HomeSection title="New arrivals" more={<Link to="/collection">See all products</Link>}>
        <FeaturedProducts products={newest} />
      </HomeSection>
      <HomeSection title="Browse by department">
        <Departments />
      </HomeSection>
      <SeenLately />
    </Page>
  )
}
