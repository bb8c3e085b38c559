import { productTokens } from '../../drawn/product_tokens';

/** What the server wrote into the page about its product, to be shown until the product list is there. */
export interface Preview {
  productName: string;
  hindiName: string;
  tagline: string;
  /** A picture's file, or its base path. */
  photo: string;
}

/** The preview of this product; none when the page was opened in the browser. */
export function previewOf(id: string | undefined): Preview | undefined {
  if (import.meta.env.SSR) return productTokens;
  const { productId, productName, hindiName, tagline, photo } =
    document.getElementById('root')?.dataset ?? {};
  if (!id || productId !== id || !productName || !photo) return undefined;
  return { productName, hindiName: hindiName ?? '', tagline: tagline ?? '', photo };
}
