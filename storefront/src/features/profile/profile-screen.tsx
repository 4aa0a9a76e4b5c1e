import type { Address, User } from '#modules/identity/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Addresses } from './addresses/addresses.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DetailsForm } from './details-form.tsx'
import { EmailSection } from './email-section.tsx'
import { MyData } from './my-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { Section } from './section.tsx'
import * as styles from './profile.module.css'

/** My Profile: the account of the person who is logged in, and everything that they can change about it. */
export function ProfileScreen({ account, addresses }: { account: User; addresses: readonly Address[] }) {
  return (
    <Page>
      <PageHead title="My Profile" lead={account.username} />
      <div className={styles['sections']}>
        <Section title="Personal details" lead="Used to fill in your orders.">
          <DetailsForm account={account} />
        </Section>
        <Section title="Email" lead="We email you about your orders and requests.">
          <EmailSection account={account} />
        </Section>
        <Section title="Password" lead="Changing it logs you out on all other devices.">
          <PasswordForm username={account.username} />
        </Section>
        <Section title="Addresses" lead="Choose among them at the checkout.">
          <Addresses addresses={addresses} />
        </Section>
        <Section title="Orders and requests">
          <div className={styles['choices']}>
            <ButtonLink to="/my-orders" look="secondary">
              My orders
            </ButtonLink>
            <ButtonLink to="/my-orders/requests" look="secondary">
              My service requests
            </ButtonLink>
          </div>
        </Section>
        <Section title="My data" lead="Everything that the shop holds about you, in one file.">
          <MyData />
        </Section>
        <Section title="Delete account" lead="You see what is deleted and what is kept before you confirm.">
          <DeleteAccount userId={account.id} />
        </Section>
      </div>
    </Page>
  )
}
