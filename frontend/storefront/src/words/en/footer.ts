import { shop } from '#content/shop';

/** Texts of the footer. */
export const footerWords = {
  social: 'Follow the mill',
  elsewhere: (network: string) => `${shop.name} on ${network}`,
  networks: { instagram: 'Instagram', facebook: 'Facebook', youtube: 'YouTube' },
  quick: 'Quick links',
  policies: 'Policies',
  contactHeading: 'Talk to us',
  home: 'Home',
  shop: 'Shop all powders',
  about: 'About Us',
  blog: 'Blog',
  testimonials: 'Testimonials',
  reviews: 'Write a review',
  faqs: 'FAQs',
  contact: 'Contact',
  track: 'Track your order',
  orders: 'My orders',
  privacy: 'Privacy Policy',
  returns: 'Returns Policy',
  terms: 'Terms of Service',
  shipping: 'Shipping Policy',
  taxNumber: (number: string) => `GSTIN ${number}`,
  origin: (country: string) => `Country of origin: ${country}`,
  sampleNotice: 'Sample shop: brand, prices and licence numbers are placeholders.',
};
