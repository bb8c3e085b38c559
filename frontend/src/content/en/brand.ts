/**
 * Who the shop is. Every value here is a SAMPLE: a shop owner replaces them all before selling anything.
 * Telephone numbers, licence numbers and addresses are invented.
 */
export const brand = {
  name: 'Vanmool',
  hindiName: 'वनमूल',
  tagline: 'Herbal powders, stone-milled in Surat',
  legalName: 'Vanmool Herbals (sample)',
  address: ['14 Sample Mill Compound', 'Ring Road, Surat 395002', 'Gujarat, India'],
  phone: { display: '+91 00000 00000', href: 'tel:+910000000000' },
  /** Where Live Chat leads. */
  chat: { display: 'WhatsApp +91 00000 00000', href: 'https://wa.me/910000000000' },
  careHours: 'Monday to Saturday, 10 am to 6 pm',
  social: [
    { network: 'instagram', name: 'Instagram', href: 'https://instagram.example/vanmool' },
    { network: 'facebook', name: 'Facebook', href: 'https://facebook.example/vanmool' },
    { network: 'youtube', name: 'YouTube', href: 'https://youtube.example/vanmool' },
  ],
  mail: { display: 'care@vanmool.example', href: 'mailto:care@vanmool.example' },
  foodLicence: 'FSSAI Lic. No. 00000000000000 (sample)',
  taxNumber: 'GSTIN 00AAAAA0000A0A0 (sample)',
  countryOfOrigin: 'India',
  bestBefore: '12 months from packing',
} as const;
