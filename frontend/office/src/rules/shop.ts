import type { ShopFacts } from '#contract/shop/catalog/v1/shop_pb.js';

/** A detail of the shop that staff change. */
type Detail = Exclude<keyof ShopFacts, '$typeName' | '$unknown' | 'isSample'>;

/** The labels of the shop's details in lists of changes. */
export const SHOP_LABELS: Readonly<Record<Detail, string>> = {
  name: 'Name',
  hindiName: 'Name in Hindi',
  tagline: 'Line below the name',
  legalName: 'Legal name',
  addressLines: 'Address',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  email: 'Email',
  careHours: 'Hours of customer care',
  holidays: 'Holidays',
  foodLicence: 'Food licence',
  gstin: 'GSTIN',
  countryOfOrigin: 'Country of origin',
  bestBefore: 'Best before',
  deliveryPaise: 'Delivery',
  codFeePaise: 'COD fee',
  codLimitPaise: 'COD limit',
  socialLinks: 'Social links',
  holdsReviews: 'New reviews',
  upiId: 'UPI id',
  bankAccount: 'Bank account',
};

/** Returns the label of a detail by its name in the contract. */
export const detailLabel = (name: string): string => SHOP_LABELS[name as Detail] ?? name;

/** The digits of a GSTIN, by their values. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns true if a text is a GSTIN: state, PAN, registration number, Z, and a check digit computed from the others. */
export function isGstin(text: string): boolean {
  if (!/^(?:0[1-9]|[12]\d|3[0-8]|97)[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)) return false;
  const values = [...text].map((digit) => DIGITS.indexOf(digit));
  const check = values.pop();
  const sum = values.reduce((all, value, place) => {
    const product = value * (1 + (place % 2));
    return all + Math.floor(product / 36) + (product % 36);
  }, 0);
  return check === (36 - (sum % 36)) % 36;
}

/** Returns true if a text is a date of the calendar, such as 2026-11-08. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Formats a phone number for reading: `+91 26123 45678`. */
export function phoneWords(phone: string): string {
  return phone.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');
}
