/** The shop's names and contact details. */
export const shop = {
  name: 'Sanjeevani Medical',
  legalName: 'Sanjeevani Medical Supplies Pvt. Ltd.',
  city: 'Pune, Maharashtra',
  address: ['Unit 14, Deccan Trade Centre', 'Jangali Maharaj Road, Shivajinagar', 'Pune 411 005, Maharashtra, India'],
  phone: '+91 20 4000 1234',
  phoneLink: 'tel:+912040001234',
  email: 'support@sanjeevani-medical.example',
  enquiryEmail: 'enquiry@sanjeevani-medical.example',
  hours: 'Mon to Sat, 9:30 am to 6:30 pm',
} as const

/** Describes the shop in one sentence for search engines. */
export const homeDescription =
  'Medical equipment and healthcare supplies for hospitals, clinics and homes, delivered anywhere in India. Cash on delivery, two-week replacement.'

export const allProductsDescription =
  'All medical equipment and healthcare supplies of the shop, newest first, with prices in rupees exclusive of GST.'

export function collectionDescription(label: string): string {
  return `${label} for hospitals, clinics and homes in India: specifications, prices in rupees, cash on delivery.`
}

/** The title of a page in the browser's tab and in search results. */
export function pageTitle(title?: string): string {
  return title ? `${title} | ${shop.name}` : `${shop.name}: medical equipment and healthcare supplies in India`
}

/** For the copyright line. */
export function currentYear(): number {
  return new Date().getFullYear()
}
