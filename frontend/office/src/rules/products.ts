import type { Message } from '@bufbuild/protobuf';
import { protoCamelCase } from '@bufbuild/protobuf/reflect';
import { formatPrice } from 'shared/rules/rupees';
import { type Product, ProductType, type Variant } from '#contract/shop/catalog/v1/catalog_pb.js';
import {
  type ChangedField,
  type EditedProduct,
  type ProductContent,
  ProductState,
} from '#contract/shop/catalog/v1/product_editing_pb.js';
import type { Tone } from './order_states';

/** A product with its content. */
export type Edited = EditedProduct & { product: Product };

/** Returns the product of an answer. Each answer has it, with its content. */
export function productIn({ product }: { product?: EditedProduct }): Edited {
  if (!product?.product) throw new Error('The catalog answered without the product.');
  return product as Edited;
}

interface StateWords {
  label: string;
  tone: Tone;
}

const DRAFT: StateWords = { label: 'Draft', tone: 'wait' };
const STATES: Readonly<Partial<Record<ProductState, StateWords>>> = {
  [ProductState.DRAFT]: DRAFT,
  [ProductState.PUBLISHED]: { label: 'On sale', tone: 'ok' },
  [ProductState.ARCHIVED]: { label: 'Archived', tone: 'plain' },
};

/** Returns the words for a state. An unknown state, from a newer catalog, counts as a draft. */
export const wordsOfState = (state: ProductState): StateWords => STATES[state] ?? DRAFT;

/** The packagings by their names in the form. */
export const PACKAGINGS = { box: ProductType.BOX, pouch: ProductType.POUCH } as const;

/** Returns `₹249` for the price of a pack, rounded to whole rupees. */
export const packPrice = ({ pricePaise }: Variant): string => formatPrice(Number(pricePaise) / 100);

/** The concerns that shoppers filter by, with the same labels as in the shop. */
export const CONCERNS = {
  'sugar-balance': 'Sugar balance',
  digestion: 'Digestion',
  joints: 'Joints',
  immunity: 'Immunity',
  skin: 'Skin',
  energy: 'Energy',
} as const;

/** The labels of tax classes. An accountant has to choose one. */
export const TAX_CLASSES: Readonly<Record<string, string>> = {
  unclassified: 'Not set',
  gst_0: 'No GST',
  gst_5: 'GST 5 %',
  gst_12: 'GST 12 %',
  gst_18: 'GST 18 %',
};

/** A field of the content. */
export type ContentField = Exclude<keyof ProductContent, keyof Message>;

/** The labels of product fields in lists of changes and claims. */
const CONTENT_LABELS: Readonly<Record<ContentField, string>> = {
  productName: 'Name',
  hindiName: 'Name in Hindi',
  tagline: 'Line below the name',
  type: 'Pack',
  actualPricePaise: 'Price of the smallest pack',
  discountPercent: 'Discount',
  photos: 'Photos',
  description: 'Description',
  ingredients: 'Ingredients',
  benefits: 'Benefits',
  otherNames: 'Other names',
  concerns: 'Concerns',
  howToUse: 'How to use',
  cautions: 'Cautions',
  storage: 'Storage',
  taxClass: 'Tax',
  hsnCode: 'HSN code',
};

/** Returns the label of a field as the catalog names it: `benefits[2]`, `product_name`, `state`. */
export function fieldLabel(field: string): string {
  const label = CONTENT_LABELS[contentKey(field) as ContentField];
  if (label) return label;
  return field === 'state' ? 'State' : field === 'claims' ? 'Claims' : field;
}

/** Returns the key of the content that a field belongs to, in any spelling. */
export function contentKey(field: string): string {
  return protoCamelCase(field.replace(/\[.*$/, ''));
}

/** Returns the values before and after a change. Prices, which are whole rupees, are shown in rupees. */
export function changedValues({ field, before, after }: ChangedField): [before: string, after: string] {
  const isPrice = contentKey(field) === 'actualPricePaise';
  const shown = (value: string) => (isPrice ? value.replace(/\d\d$/, '') : value);
  return [shown(before), shown(after)];
}

/** Returns the small version of a photo. Every photo of the shop has one. */
export function smallPhoto(photo: string): string {
  return photo.replace(/-\d+\.(\w+)$/, '-400.$1');
}
