import { create } from '@bufbuild/protobuf';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ShopFactsSchema } from '#contract/shop/catalog/v1/shop_pb.js';
import { ApiError } from '../../api/errors';
import { merged } from '../../rules/merged';
import { isDay, isGstin } from '../../rules/shop';
import { shopOf } from '../../test_data';
import { refusalOfForm, type ShopValues, shopSchema, valuesOf } from './shop_form';

const facts = shopOf().facts;
const values = valuesOf(facts);

/** Returns the invalid fields. */
function wrong(change: Partial<ShopValues>): string[] {
  const { issues } = v.safeParse(shopSchema, { ...values, ...change });
  return (issues ?? []).map(({ path }) => String(path?.[0]?.key));
}

test('the form is normalised into the shop’s facts', () => {
  expect(create(ShopFactsSchema, v.parse(shopSchema, values))).toEqual(facts);
  const typed = v.parse(shopSchema, {
    ...values,
    phone: '0261 234 5678',
    gstin: ' 27aapfu0939f1zv',
    foodLicence: '1071 2034 0001 23',
    holidays: '2026-11-08\n\n 2026-11-09 \n',
    instagram: '',
    holdsReviews: 'held',
  });
  expect(typed).toMatchObject({
    phone: '+912612345678',
    gstin: '27AAPFU0939F1ZV',
    foodLicence: '10712034000123',
    holidays: ['2026-11-08', '2026-11-09'],
    socialLinks: [],
    holdsReviews: true,
  });
});

test('facts that the law requires on every page are required', () => {
  for (const field of ['legalName', 'addressLines', 'countryOfOrigin', 'foodLicence'] as const) {
    expect(wrong({ [field]: ' ' }), field).toContain(field);
  }
  expect(wrong({ phone: '', email: '' })).toEqual(['phone']);
  expect(wrong({ phone: '' })).toEqual([]);
  expect(wrong({ email: '' })).toEqual([]);
  expect(wrong({ gstin: '' })).toEqual([]);
});

test('money goes to a UPI id or a bank account that can be', () => {
  expect(wrong({ upiId: 'vanmool' })).toEqual(['upiId']);
  expect(wrong({ bankIfsc: 'HDFC1000001' })).toEqual(['bankIfsc']);
  expect(wrong({ bankNumber: '12345678' })).toEqual(['bankNumber']);
  expect(wrong({ bankHolder: '' })).toEqual(['bankNumber']);
  const none = { upiId: '', bankHolder: '', bankNumber: '', bankIfsc: '' };
  const unpaid = v.parse(shopSchema, { ...values, ...none });
  expect([unpaid.upiId, unpaid.bankAccount]).toEqual(['', undefined]);
  const typed = v.parse(shopSchema, { ...values, bankNumber: '1234 5678 9012', bankIfsc: 'hdfc0000001' });
  expect(typed.bankAccount).toMatchObject({ number: '123456789012', ifsc: 'HDFC0000001' });
});

test('samples cannot be kept as they are', () => {
  const samples = { phone: '+91 00000 00000', foodLicence: '00000000000000', gstin: '00AAAAA0000A0A0' };
  expect(wrong(samples).sort()).toEqual(['foodLicence', 'gstin', 'phone']);
});

test('numbers, days and links have a form', () => {
  expect(wrong({ codFeePaise: '101' })).toEqual(['codFeePaise']);
  expect(wrong({ deliveryPaise: '49.50' })).toEqual(['deliveryPaise']);
  expect(wrong({ codLimitPaise: '200000' })).toEqual(['codLimitPaise']);
  expect(wrong({ holidays: '2026-02-30' })).toEqual(['holidays']);
  expect(wrong({ holidays: '2026-11-08\n2026-11-08' })).toEqual(['holidays']);
  expect(wrong({ youtube: 'http://youtube.example/shop' })).toEqual(['youtube']);
  expect(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AAPFU0939F1ZW'].map(isGstin)).toEqual([true, true, false]);
  expect(['2026-11-08', '2026-13-01', '8.11.2026'].map(isDay)).toEqual([true, false, false]);
});

test('a field changed on one side is merged, and one changed on both is a conflict', () => {
  const mine = { ...values, name: 'Jadibuti', tagline: 'Mine' };
  const theirs = { ...values, codFeePaise: '30', tagline: 'Theirs' };
  expect(merged(values, mine, theirs)).toEqual({
    values: { ...mine, codFeePaise: '30' },
    clashes: [{ key: 'tagline', theirs: 'Theirs' }],
  });
});

test('an error of the catalog about an entry stands beside its field', () => {
  const errors = ['addressLines[2]', 'socialLinks[0].url', 'codFeePaise', 'bankAccount.ifsc'].map(
    (field) => ({
      field,
      message: 'No.',
    }),
  );
  const refused = refusalOfForm(new ApiError(422, 'No.', errors), facts) as ApiError;
  expect(refused.fieldErrors.map(({ field }) => field)).toEqual([
    'addressLines',
    'instagram',
    'codFeePaise',
    'bankIfsc',
  ]);
});
