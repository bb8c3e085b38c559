/**
 * What the shop is called and where it is reached: what every page says. Every value here is a SAMPLE, as in company.ts: a
 * shop owner replaces them all before selling anything. Telephone numbers are invented.
 */
export const brand = {
  name: 'Vanmool',
  hindiName: 'वनमूल',
  tagline: 'Herbal powders, stone-milled in Surat',
  phone: { display: '+91 00000 00000', href: 'tel:+910000000000' },
  /** Where Live Chat leads. */
  chat: { display: 'WhatsApp +91 00000 00000', href: 'https://wa.me/910000000000' },
} as const;
