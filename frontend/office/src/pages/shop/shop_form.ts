import { isMobileNumber, mobileDigits } from 'shared/rules/mobile_number';
import * as v from 'valibot';
import { ApiError } from '../../api/errors';
import type { ShopFacts } from '#contract/shop/catalog/v1/shop_pb.js';
import { detailLabel, isDay, isGstin, phoneWords } from '../../rules/shop';

const ADDRESS_LINES = 5;
const LONGEST_LINE = 80;
const HOLIDAYS = 60;
const LONGEST_URL = 200;
/** A rupee, in paise. */
const PAISE = 100n;
const MOST_CHARGED = 100;
/** The highest COD limit, in rupees. The law forbids taking two lakh or more in cash (Income-tax Act, section 269ST). */
const MOST_COLLECTED = 199_999;

/** The networks that the shop's pages have an icon for. */
export const NETWORKS = ['instagram', 'facebook', 'youtube'] as const;

const line = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, `${most} characters at most.`));

const requiredLine = (most: number, words: string) => v.pipe(line(most), v.nonEmpty(words));

const entries = (most: number, words: string) =>
  v.pipe(
    v.string(),
    v.transform((typed) =>
      typed
        .split('\n')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
    v.maxLength(most, words),
  );

const unspaced = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase()),
);

const number = v.pipe(
  v.string(),
  v.trim(),
  v.check((typed) => typed === '' || isMobileNumber(typed), 'Enter the ten digits of an Indian number.'),
  v.transform((typed) => typed && `+91${mobileDigits(typed)}`),
);

function rupees(most: number) {
  const words = `Enter whole rupees, 0 to ${most}.`;
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,6}$/, words),
    v.transform((typed) => BigInt(typed) * PAISE),
    v.maxValue(BigInt(most) * PAISE, words),
  );
}

const link = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LONGEST_URL, `${LONGEST_URL} characters at most.`),
  v.check(
    (typed) => typed === '' || /^https:\/\/[^\s/@]+\.[^\s/@]+/.test(typed),
    'Enter an address that begins with https://.',
  ),
);

const fields = v.object({
  name: requiredLine(40, 'Enter a name.'),
  hindiName: line(40),
  tagline: line(80),
  legalName: requiredLine(100, 'Enter the legal name. The law requires it on every page.'),
  addressLines: v.pipe(
    entries(ADDRESS_LINES, `${ADDRESS_LINES} lines at most.`),
    v.nonEmpty('Enter the address. The law requires it on every page.'),
    v.everyItem(({ length }) => length <= LONGEST_LINE, `${LONGEST_LINE} characters at most in each line.`),
  ),
  foodLicence: v.pipe(
    unspaced,
    v.nonEmpty('Enter the food licence. The law requires it on every page.'),
    v.regex(/^[12]\d{13}$/, 'A food licence has 14 digits and begins with 1 or 2.'),
  ),
  gstin: v.pipe(
    unspaced,
    v.check((typed) => typed === '' || isGstin(typed), 'This is not a valid GSTIN. Check each character.'),
  ),
  countryOfOrigin: requiredLine(60, 'Enter the country of origin. The law requires it on every page.'),
  bestBefore: requiredLine(60, 'Enter how long the goods keep, such as “12 months from packing”.'),
  phone: number,
  whatsapp: number,
  email: v.pipe(
    v.string(),
    v.trim(),
    v.union([v.literal(''), v.pipe(v.string(), v.email())], 'Enter an email address.'),
  ),
  careHours: line(100),
  deliveryPaise: rupees(MOST_CHARGED),
  codFeePaise: rupees(MOST_CHARGED),
  codLimitPaise: rupees(MOST_COLLECTED),
  holidays: v.pipe(
    entries(HOLIDAYS, `${HOLIDAYS} days at most.`),
    v.everyItem(isDay, 'Enter each day as 2026-11-08.'),
    v.check((days) => new Set(days).size === days.length, 'Enter each day only once.'),
  ),
  holdsReviews: v.pipe(
    v.picklist(['shown', 'held']),
    v.transform((typed) => typed === 'held'),
  ),
  upiId: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (typed) => typed === '' || /^[\w.-]{2,255}@[\w.-]{2,255}$/.test(typed),
      'Enter a UPI id such as shop@bank.',
    ),
  ),
  bankHolder: line(100),
  bankNumber: v.pipe(
    unspaced,
    v.check((typed) => typed === '' || /^\d{9,18}$/.test(typed), 'An account number has 9 to 18 digits.'),
  ),
  bankIfsc: v.pipe(
    unspaced,
    v.check(
      (typed) => typed === '' || /^[A-Z]{4}0[A-Z\d]{6}$/.test(typed),
      'An IFSC has 11 characters, such as HDFC0000001.',
    ),
  ),
  instagram: link,
  facebook: link,
  youtube: link,
});

/** The rules and conversions of the shop form. Lists are typed one entry per line. */
export const shopSchema = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [['phone'], ['email']],
      ({ phone, email }) => phone !== '' || email !== '',
      'Shoppers must be able to reach the shop: give a number or an email address.',
    ),
    ['phone'],
  ),
  v.forward(
    v.partialCheck(
      [['bankHolder'], ['bankNumber'], ['bankIfsc']],
      ({ bankHolder, bankNumber, bankIfsc }) =>
        new Set([bankHolder === '', bankNumber === '', bankIfsc === '']).size === 1,
      'Enter holder, number and IFSC of the account, or none of them.',
    ),
    ['bankNumber'],
  ),
  v.transform(({ instagram, facebook, youtube, bankHolder, bankNumber, bankIfsc, ...facts }) => {
    const urls = { instagram, facebook, youtube };
    const socialLinks = NETWORKS.filter((network) => urls[network]).map((network) => ({
      network,
      url: urls[network],
    }));
    const bankAccount = { holder: bankHolder, number: bankNumber, ifsc: bankIfsc };
    return { ...facts, socialLinks, ...(bankNumber && { bankAccount }) };
  }),
);

/** The typed values. */
export type ShopValues = v.InferInput<typeof shopSchema>;

/** The details that the form sends. */
export type SentShop = v.InferOutput<typeof shopSchema>;

/** Returns the form's values of the shop's details. */
export function valuesOf({
  $typeName: _type,
  isSample: _isSample,
  socialLinks,
  bankAccount,
  ...facts
}: ShopFacts): ShopValues {
  const urlOf = (network: string) => socialLinks.find((each) => each.network === network)?.url ?? '';
  return {
    ...facts,
    addressLines: facts.addressLines.join('\n'),
    holidays: facts.holidays.join('\n'),
    phone: phoneWords(facts.phone),
    whatsapp: phoneWords(facts.whatsapp),
    deliveryPaise: String(facts.deliveryPaise / PAISE),
    codFeePaise: String(facts.codFeePaise / PAISE),
    codLimitPaise: String(facts.codLimitPaise / PAISE),
    holdsReviews: facts.holdsReviews ? 'held' : 'shown',
    bankHolder: bankAccount?.holder ?? '',
    bankNumber: bankAccount?.number ?? '',
    bankIfsc: bankAccount?.ifsc ?? '',
    instagram: urlOf('instagram'),
    facebook: urlOf('facebook'),
    youtube: urlOf('youtube'),
  };
}

/** Returns the label of a field. */
export function labelOf(field: string): string {
  const network = NETWORKS.find((each) => each === field);
  if (network) return NETWORK_LABELS[network];
  const bank = Object.entries(BANK_LABELS).find(([name]) => name === field);
  if (bank) return bank[1];
  return detailLabel(field);
}

/** The labels of the bank account's fields. */
const BANK_LABELS = { bankHolder: 'Account holder', bankNumber: 'Account number', bankIfsc: 'IFSC' } as const;

/** The names of the bank account's fields in a refusal. */
const BANK_NAMES: Readonly<Record<string, string>> = {
  'bankAccount.holder': 'bankHolder',
  'bankAccount.number': 'bankNumber',
  'bankAccount.ifsc': 'bankIfsc',
};

/** The labels of the networks. */
export const NETWORK_LABELS = { instagram: 'Instagram', facebook: 'Facebook', youtube: 'YouTube' } as const;

/** Renames the fields of a refusal: the catalog names an entry of a list, the form names the list. */
export function refusalOfForm(
  error: unknown,
  sent: { socialLinks: readonly { network: string }[] },
): unknown {
  if (!(error instanceof ApiError)) return error;
  const nameOf = (field: string) => {
    const name = field.replace(/^facts\./, '');
    const place = /^socialLinks\[(\d+)\]/.exec(name);
    if (place) return sent.socialLinks[Number(place[1])]?.network ?? name;
    return BANK_NAMES[name] ?? name.replace(/\[.*$/, '');
  };
  const found = error.fieldErrors.map((each) => ({ ...each, field: nameOf(each.field) }));
  return new ApiError(error.status, error.message, found, error.data, error.reason);
}
