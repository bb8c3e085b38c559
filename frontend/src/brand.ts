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
  mail: { display: 'care@vanmool.example', href: 'mailto:care@vanmool.example' },
  foodLicence: 'FSSAI Lic. No. 00000000000000 (sample)',
  taxNumber: 'GSTIN 00AAAAA0000A0A0 (sample)',
  countryOfOrigin: 'India',
  bestBefore: '12 months from packing',
} as const;
