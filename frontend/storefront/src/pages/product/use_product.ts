import type { Card, Product } from '../../api/types';
import { useCart, useProductList } from '../../stores/cart';
import { type Details, detailsIn, productDetails } from '../../stores/product_details';
import { useResource } from '../../stores/use_resource';
import type { Preview } from './preview';

/** The known data of a product. The card comes with the list, the details with a request of their own. */
export interface KnownProduct {
  card: Card | undefined;
  details: Details | undefined;
  /** True while a part is loading. */
  loading: boolean;
  /** True if the shop could not be asked whether it sells the product. */
  failed: boolean;
}

/** A product from the list or its details, with the newer prices and stock of the two. */
export function useProduct(id = '', preview: Preview | undefined): KnownProduct {
  const { data, loading: listLoading, error, whole } = useProductList();
  const listAsOf = useCart((state) => state.asOf);
  const listed = data.find(({ _id }) => _id === id);
  // A complete list tells what is not sold, and the server writes previews only for products on sale.
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
