import * as v from 'valibot';
import { ApiError } from '../../api/errors';
import type { ProductContent } from '../../api/types';
import { contentKey } from '../../rules/products';

const HIGHEST_PRICE = 20_000;
const HIGHEST_DISCOUNT = 90;

const line = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, `${most} characters at most.`));

const lines = (most: number, longest: number) =>
  v.pipe(
    v.string(),
    v.transform(entriesOf),
    v.maxLength(most, `${most} lines at most.`),
    v.everyItem((entry) => entry.length <= longest, `${longest} characters at most in each line.`),
  );

const wholeNumber = (words: string) =>
  v.pipe(v.string(), v.trim(), v.regex(/^\d{1,6}$/, words), v.transform(Number));

const PRICE = `Enter whole rupees, 1 to ${HIGHEST_PRICE}.`;
const HSN_CODE = 'Enter 4, 6 or 8 digits, such as 1211.';
const DISCOUNT = `Enter a number from 0 to ${HIGHEST_DISCOUNT}.`;

/** The rules and conversions of the product form. Lists are typed one entry per line. */
export const contentSchema = v.object({
  productName: v.pipe(line(100), v.nonEmpty('Enter a name.')),
  hindiName: line(100),
  tagline: line(120),
  type: v.picklist(['box', 'pouch']),
  basePriceRupees: v.pipe(wholeNumber(PRICE), v.minValue(1, PRICE), v.maxValue(HIGHEST_PRICE, PRICE)),
  discountPercent: v.pipe(wholeNumber(DISCOUNT), v.maxValue(HIGHEST_DISCOUNT, DISCOUNT)),
  photos: v.pipe(v.array(v.string()), v.maxLength(12, '12 photos at most.')),
  description: line(5_000),
  ingredients: lines(30, 200),
  benefits: lines(20, 300),
  otherNames: lines(30, 100),
  concerns: v.array(v.string()),
  howToUse: line(1_000),
  cautions: line(1_000),
  storage: line(1_000),
  taxClass: v.picklist(['unclassified', 'gst_0', 'gst_5', 'gst_12', 'gst_18']),
  hsnCode: v.pipe(v.string(), v.trim(), v.regex(/^(\d{4}|\d{6}|\d{8})$/, HSN_CODE)),
});

/** The typed values. */
export type ContentValues = v.InferInput<typeof contentSchema>;

/** The initial values of a new product. */
export const NEW_PRODUCT: ContentValues = {
  productName: '',
  hindiName: '',
  tagline: '',
  type: 'pouch',
  basePriceRupees: '',
  discountPercent: '0',
  photos: [],
  description: '',
  ingredients: '',
  benefits: '',
  otherNames: '',
  concerns: [],
  howToUse: '',
  cautions: '',
  storage: '',
  taxClass: 'unclassified',
  hsnCode: '1211',
};

/** Returns the form's values of a product. */
export function valuesOf(content: ProductContent): ContentValues {
  return {
    ...content,
    basePriceRupees: String(content.basePriceRupees),
    discountPercent: String(content.discountPercent),
    hsnCode: content.hsnCode ?? NEW_PRODUCT.hsnCode,
    ingredients: content.ingredients.join('\n'),
    benefits: content.benefits.join('\n'),
    otherNames: content.otherNames.join('\n'),
  };
}

/** Splits a list into its entries, without empty lines. */
export function entriesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Renames the fields of a refusal: services name an entry of a list, the form names the list. */
export function refusalOfForm(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fieldErrors.map((each) => ({ ...each, field: contentKey(each.field) }));
  return new ApiError(error.status, error.message, fields, error.data, error.reason);
}
