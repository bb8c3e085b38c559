import { brand } from '#content/brand';

/** Texts of the footer. */
export const footerWords = {
  social: 'Follow the mill',
  elsewhere: (network: string) => `${brand.name} on ${network}`,
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
  sampleNotice: 'Sample shop: brand, prices and licence numbers are placeholders.',
};
