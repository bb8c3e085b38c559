import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors';
import { merged } from '../../rules/merged';
import { contentKey, fieldLabel } from '../../rules/products';
import { contentSchema, NEW_PRODUCT, refusalOfForm } from './product_form';

test('lists are typed a line an entry, and prices are whole rupees', () => {
  const typed = {
    ...NEW_PRODUCT,
    productName: ' Karela ',
    basePriceRupees: '249',
    benefits: 'One\n\n Two \n',
  };
  const content = v.parse(contentSchema, typed);
  expect(content).toMatchObject({ productName: 'Karela', basePriceRupees: 249, benefits: ['One', 'Two'] });
  for (const basePriceRupees of ['0', '249.50', '20001', '', 'x']) {
    expect(v.safeParse(contentSchema, { ...typed, basePriceRupees }).success, basePriceRupees).toBe(false);
  }
});

test('concurrent edits of a product are merged, and conflicts are shown', () => {
  const base = { ...NEW_PRODUCT, productName: 'Karela', tagline: 'Bitter', storage: 'Dry' };
  const mine = { ...base, tagline: 'Very bitter', cautions: 'Ask a doctor' };
  const theirs = { ...base, tagline: 'Bitter gourd', storage: 'Cool and dry', cautions: 'Ask a doctor' };
  const { values, clashes } = merged(base, mine, theirs);
  expect(values).toEqual({ ...mine, storage: 'Cool and dry' });
  expect(clashes).toEqual([{ key: 'tagline', theirs: 'Bitter gourd' }]);
});

test('a service’s error about an entry stands beside the list', () => {
  expect(['content.product_name', 'benefits[2]', 'actual_price_paise', 'howToUse'].map(contentKey)).toEqual([
    'productName',
    'benefits',
    'basePriceRupees',
    'howToUse',
  ]);
  expect(fieldLabel('other_names[0]')).toBe('Other names');
  const refused = refusalOfForm(new ApiError(422, 'No.', [{ field: 'benefits[2]', message: 'Too long' }]));
  expect(refused).toMatchObject({ fieldErrors: [{ field: 'benefits', message: 'Too long' }] });
});
