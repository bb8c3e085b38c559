import type { ProductContent, ProductState } from '../api/types';
import type { Tone } from './order_states';

/** The labels of product states. */
export const PRODUCT_STATES: Readonly<Record<ProductState, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'wait' },
  published: { label: 'On sale', tone: 'ok' },
  archived: { label: 'Archived', tone: 'plain' },
};

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
export const TAX_CLASSES: Readonly<Record<ProductContent['taxClass'], string>> = {
  unclassified: 'Not set',
  gst_0: 'No GST',
  gst_5: 'GST 5 %',
  gst_12: 'GST 12 %',
  gst_18: 'GST 18 %',
};

/** The labels of product fields in lists of changes and claims. */
export const CONTENT_LABELS: Readonly<Record<keyof ProductContent, string>> = {
  productName: 'Name',
  hindiName: 'Name in Hindi',
  tagline: 'Line below the name',
  type: 'Pack',
  basePriceRupees: 'Price of the smallest pack',
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

/** Returns the label of a field as services name it: `benefits[2]`, `content.product_name`, `state`. */
export function fieldLabel(field: string): string {
  const label = CONTENT_LABELS[contentKey(field) as keyof ProductContent];
  if (label) return label;
  return field === 'state' ? 'State' : field === 'claims' ? 'Claims' : field;
}

/** Returns the key of the content that a field belongs to, in any spelling. */
export function contentKey(field: string): string {
  const name = field.replace(/^content\./, '').replace(/[[.].*$/, '');
  const key = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return key === 'actualPricePaise' ? 'basePriceRupees' : key;
}

/** Returns the small version of a photo. Every photo of the shop has one. */
export function smallPhoto(photo: string): string {
  return photo.replace(/-\d+\.(\w+)$/, '-400.$1');
}
