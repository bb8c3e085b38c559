import type { ShopFacts, When } from '../shop_facts';

/**
 * The sample facts of a new shop, for the development server and tests. `build/language.mjs` replaces them in a built site. Every value is
 * a SAMPLE: telephone and licence numbers are invented.
 */
export const shop: ShopFacts = {
  name: 'Vanmool',
  hindiName: 'वनमूल',
  tagline: 'Herbal powders, stone-milled in Surat',
  legalName: 'Vanmool Herbals (sample)',
  address: ['14 Sample Mill Compound', 'Ring Road, Surat 395002', 'Gujarat, India'],
  addressLine: '14 Sample Mill Compound, Ring Road, Surat 395002, Gujarat, India',
  phone: { display: '+91 00000 00000', href: 'tel:+910000000000' },
  chat: { display: 'WhatsApp +91 00000 00000', href: 'https://wa.me/910000000000' },
  mail: { display: 'care@vanmool.example', href: 'mailto:care@vanmool.example' },
  careHours: 'Monday to Saturday, 10 am to 6 pm',
  social: {
    instagram: { href: 'https://instagram.example/vanmool' },
    facebook: { href: 'https://facebook.example/vanmool' },
    youtube: { href: 'https://youtube.example/vanmool' },
  },
  foodLicence: '00000000000000',
  taxNumber: '00AAAAA0000A0A0',
  countryOfOrigin: 'India',
  bestBefore: '12 months from packing',
  delivery: '',
  codFee: '₹50',
  codLimit: '₹10,000',
  sample: 'sample',
};

/** Returns `text` if the shop has the fact, else `otherwise`. */
export const when: When = (fact, text, otherwise) => (fact ? text : otherwise);
