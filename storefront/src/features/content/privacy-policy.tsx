import { privacyEntries, privacyVersion } from '../../lib/manifests.gen.ts'
import { formatDay } from '../../lib/format/format.ts'
import { shop } from '../../lib/shop.ts'
import { Article } from './article.tsx'
import * as styles from './article.module.css'

const technicalLog = {
  what: 'Technical log of requests',
  purpose: 'Security and fault finding',
  duration: 'One year',
}

export function PrivacyPolicy() {
  return (
    <Article
      title="Privacy Policy"
      lead="What we know about you, why, for how long, and what you can ask of us under the Digital Personal Data Protection Act, 2023."
    >
      <h2>Who is responsible</h2>
      <p>
        {shop.legalName}, {shop.address.join(', ')}, is the Data Fiduciary. Questions and requests go to our grievance
        officer at <a href={`mailto:${shop.email}`}>{shop.email}</a> or {shop.phone}.
      </p>
      <h2>What we keep and why</h2>
      <div className={styles['scroll']}>
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">For</th>
              <th scope="col">How long</th>
            </tr>
          </thead>
          <tbody>
            {[...privacyEntries, technicalLog].map(({ what, purpose, duration }) => (
              <tr key={what}>
                <td>{what}</td>
                <td>{purpose}</td>
                <td>{duration}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        We ask for your consent when you create an account, and use what you give us for these purposes only. There is
        no advertising here, no tracking across sites, and nothing is sold.
      </p>
      <h2>On your device</h2>
      <p>
        The shop sets no cookies. Your browser keeps your cart, the cart’s number, the devices that you chose to compare
        (four at most), the products that you looked at lately (the last twelve) and, while you are logged in, your
        name, login name, email, last delivery address and an access token. While you fill in a checkout or a service
        request, the tab keeps what you have typed so that a reload loses nothing, and an order until we have answered
        so that it is not placed twice: until it is sent or answered, or the tab is closed. Logging out removes the
        login, what was typed and the products that you looked at; clearing the browser’s storage removes the rest.
      </p>
      <h2>Who else sees it</h2>
      <ul>
        <li>The courier: delivery name, mobile number and address of an order.</li>
        <li>The service engineer of a manufacturer, when you ask for an installation or a repair.</li>
        <li>Authorities, where the law requires it.</li>
      </ul>
      <h2>Your rights</h2>
      <ul>
        <li>To see your data and with whom it was shared. My Profile, in the menu at the top, downloads all of it.</li>
        <li>To have it corrected, completed or brought up to date.</li>
        <li>
          To withdraw your consent and have your account erased. Your name, contact and addresses can then never be read
          again; the record that an order took place stays, without you in it.
        </li>
        <li>To name a person who exercises these rights for you in case of death or incapacity.</li>
        <li>To complain to us, and after that to the Data Protection Board of India.</li>
      </ul>
      <h2>Children</h2>
      <p>Accounts are for adults. If a child has given us personal data, tell us and we erase it.</p>
      <h2>Safety</h2>
      <p>
        Personal data is encrypted with a key of its own for each person, connections are encrypted, and access is
        limited to those who need it. Should data be breached, we tell you and the Board without delay.
      </p>
      <h2>Changes</h2>
      <p>
        This is the version of {formatDay(privacyVersion)}. When it changes in substance, we ask for your consent again.
      </p>
    </Article>
  )
}
