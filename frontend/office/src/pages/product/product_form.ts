import * as v from 'valibot';
import { ProductType } from '#contract/shop/catalog/v1/catalog_pb.js';
import { ApiError } from '../../api/errors';
import { contentKey, type Edited, PACKAGINGS } from '../../rules/products';

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

/** The rules and conversions of the product form. Lists are typed one entry per line, the price in rupees. */
export const contentSchema = v.object({
  productName: v.pipe(line(100), v.nonEmpty('Enter a name.')),
  hindiName: line(100),
  tagline: line(120),
  type: v.pipe(
    v.picklist(['box', 'pouch']),
    v.transform((name) => PACKAGINGS[name]),
  ),
  actualPricePaise: v.pipe(
    wholeNumber(PRICE),
    v.minValue(1, PRICE),
    v.maxValue(HIGHEST_PRICE, PRICE),
    v.transform((rupees) => BigInt(rupees) * 100n),
  ),
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

/** The content to send. */
export type Content = v.InferOutput<typeof contentSchema>;

/** The initial values of a new product. */
export const NEW_PRODUCT: ContentValues = {
  productName: '',
  hindiName: '',
  tagline: '',
  type: 'pouch',
  actualPricePaise: '',
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
export function valuesOf({ product, taxClass, hsnCode }: Edited): ContentValues {
  const { productName, hindiName, tagline, photos, description, concerns, howToUse, cautions, storage } =
    product;
  return {
    productName,
    hindiName,
    tagline,
    // The schema refuses to send an unknown packaging or tax class, from a newer catalog.
    type: String(ProductType[product.type]).toLowerCase() as ContentValues['type'],
    actualPricePaise: String(product.actualPricePaise / 100n),
    discountPercent: String(product.discountPercent),
    photos,
    description,
    ingredients: product.ingredients.join('\n'),
    benefits: product.benefits.join('\n'),
    otherNames: product.otherNames.join('\n'),
    concerns,
    howToUse,
    cautions,
    storage,
    taxClass: taxClass as ContentValues['taxClass'],
    hsnCode,
  };
}

/** Splits a list into its entries, without empty lines. */
export function entriesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Renames the fields of a refusal: the catalog names an entry of a list, the form names the list. */
export function refusalOfForm(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fieldErrors.map((each) => ({ ...each, field: contentKey(each.field) }));
  return new ApiError(error.status, error.message, fields, error.data, error.reason);
}
