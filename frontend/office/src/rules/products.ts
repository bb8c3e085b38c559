import type { ProductContent, ProductState } from '../api/types';
import type { Tone } from './order_states';

/** What staff read of a product's state. */
export const PRODUCT_STATES: Readonly<Record<ProductState, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'wait' },
  published: { label: 'On sale', tone: 'ok' },
  archived: { label: 'Archived', tone: 'plain' },
};

/** What shoppers look for products under: the words of the shop's own filters. */
export const CONCERNS = {
  'sugar-balance': 'Sugar balance',
  digestion: 'Digestion',
  joints: 'Joints',
  immunity: 'Immunity',
  skin: 'Skin',
  energy: 'Energy',
} as const;

/** How products are taxed; an accountant has to say. */
export const TAX_CLASSES: Readonly<Record<ProductContent['taxClass'], string>> = {
  unclassified: 'Not set',
  gst_0: 'No GST',
  gst_5: 'GST 5 %',
  gst_12: 'GST 12 %',
  gst_18: 'GST 18 %',
};

/** What each part of a product is called where somebody reads what was changed or claimed. */
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

/** What a field is called that a service names: `benefits[2]`, `content.product_name`, `state`. */
export function fieldLabel(field: string): string {
  const label = CONTENT_LABELS[contentKey(field) as keyof ProductContent];
  if (label) return label;
  return field === 'state' ? 'State' : field === 'claims' ? 'Claims' : field;
}

/** The part of the content that a field is of, whichever way it is written. */
export function contentKey(field: string): string {
  const name = field.replace(/^content\./, '').replace(/[[.].*$/, '');
  const key = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return key === 'actualPricePaise' ? 'basePriceRupees' : key;
}

/** The photo in a small size, which every photo of the shop has. */
export function smallPhoto(photo: string): string {
  return photo.replace(/-\d+\.(\w+)$/, '-400.$1');
}
