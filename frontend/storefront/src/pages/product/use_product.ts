import type { Card, Product } from '../../api/types';
import { useCart, useProductList } from '../../stores/cart';
import { type Details, detailsIn, productDetails } from '../../stores/product_details';
import { useResource } from '../../stores/use_resource';
import type { Preview } from './preview';

/** What is known of a product: its card comes with the list, its details by themselves. */
export interface KnownProduct {
  card: Card | undefined;
  details: Details | undefined;
  /** Whether anything of it is still on its way. */
  loading: boolean;
  /** Whether the shop could not say whether it sells the product. */
  failed: boolean;
}

/** A product, from wherever it is known first; its prices and packs by what was told last. */
export function useProduct(id = '', preview: Preview | undefined): KnownProduct {
  const { data, loading: listLoading, error, whole } = useProductList();
  const listAsOf = useCart((state) => state.asOf);
  const listed = data.find(({ _id }) => _id === id);
  // The list of a small shop tells what is not sold, and the server wrote a preview only of what is.
  const mayBeSold = Boolean(listed ?? preview) || (data.length > 0 && !whole);
  const entry = useResource(productDetails, mayBeSold ? id : undefined);
  const details = detailsIn(entry);

  const product = typeof details === 'object' ? details : undefined;
  const asking = details === 'loading' || (mayBeSold && details === undefined);
  return {
    card: listed && (!product || entry.asOf <= listAsOf) ? listed : product && cardOf(product),
    details,
    loading: listLoading || asking,
    failed: error !== null || details === 'failed',
  };
}

function cardOf(product: Product): Card {
  return { ...product, photo: product.photos[0] ?? null };
}
