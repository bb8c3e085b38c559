import { productTokens } from '../../drawn/product_tokens';

/** The product data that the server wrote into the page, shown until the product list is loaded. */
export interface Preview {
  productName: string;
  hindiName: string;
  tagline: string;
  /** The picture's file or base path. */
  photo: string;
}

/** The preview of this product; undefined if the page was opened in the browser. */
export function previewOf(id: string | undefined): Preview | undefined {
  if (import.meta.env.SSR) return productTokens;
  const { productId, productName, hindiName, tagline, photo } =
    document.getElementById('root')?.dataset ?? {};
  if (!id || productId !== id || !productName || !photo) return undefined;
  return { productName, hindiName: hindiName ?? '', tagline: tagline ?? '', photo };
}
