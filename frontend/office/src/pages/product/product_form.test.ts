import { create } from '@bufbuild/protobuf';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ProductType } from '#contract/shop/catalog/v1/catalog_pb.js';
import { ChangedFieldSchema, ProductContentSchema } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { ApiError } from '../../api/errors';
import { merged } from '../../rules/merged';
import { changedValues, contentKey, fieldLabel } from '../../rules/products';
import { productOf } from '../../test_data';
import { contentSchema, NEW_PRODUCT, refusalOfForm, valuesOf } from './product_form';

test('lists are typed a line an entry, and prices are whole rupees', () => {
  const typed = {
    ...NEW_PRODUCT,
    productName: ' Karela ',
    actualPricePaise: '249',
    benefits: 'One\n\n Two \n',
  };
  const content = v.parse(contentSchema, typed);
  expect(content).toMatchObject({
    productName: 'Karela',
    type: ProductType.POUCH,
    actualPricePaise: 24_900n,
    benefits: ['One', 'Two'],
  });
  for (const actualPricePaise of ['0', '249.50', '20001', '', 'x']) {
    expect(v.safeParse(contentSchema, { ...typed, actualPricePaise }).success, actualPricePaise).toBe(false);
  }
});

test('the form shows and sends what the catalog has', () => {
  const lists = { benefits: ['One', 'Two'], photos: ['/photos/a.webp'], concerns: ['digestion'] };
  const edited = productOf({ taxClass: 'gst_5' }, { ...lists, discountPercent: 20, type: ProductType.BOX });
  const values = valuesOf(edited);
  const shown = { actualPricePaise: '249', type: 'box', taxClass: 'gst_5', benefits: 'One\nTwo' };
  expect(values).toMatchObject(shown);
  const content = create(ProductContentSchema, v.parse(contentSchema, values));
  expect(content).toMatchObject({ ...lists, discountPercent: 20, taxClass: 'gst_5' });
  expect([content.type, content.actualPricePaise]).toEqual([ProductType.BOX, 24_900n]);
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
  expect(['product_name', 'benefits[2]', 'actual_price_paise', 'howToUse'].map(contentKey)).toEqual([
    'productName',
    'benefits',
    'actualPricePaise',
    'howToUse',
  ]);
  expect(fieldLabel('other_names[0]')).toBe('Other names');
  const refused = refusalOfForm(new ApiError(422, 'No.', [{ field: 'benefits[2]', message: 'Too long' }]));
  expect(refused).toMatchObject({ fieldErrors: [{ field: 'benefits', message: 'Too long' }] });
});

test('a changed price is shown in rupees, anything else as it is', () => {
  const values = (field: string, before: string, after: string) =>
    changedValues(create(ChangedFieldSchema, { field, before, after }));
  expect(values('actual_price_paise', '', '24900')).toEqual(['', '249']);
  expect(values('how_to_use', '2600', 'It cures.')).toEqual(['2600', 'It cures.']);
});
