/**
 * Who stands behind the brand: what the foot of the page and single pages say, apart from brand.ts so that the first screen
 * need not wait for it. Every value here is a SAMPLE: a shop owner replaces them all before selling anything. Licence
 * numbers and addresses are invented.
 */
export const company = {
  legalName: 'Vanmool Herbals (sample)',
  address: ['14 Sample Mill Compound', 'Ring Road, Surat 395002', 'Gujarat, India'],
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
