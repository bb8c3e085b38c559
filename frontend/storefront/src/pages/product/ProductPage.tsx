import { useEffect } from 'react';
import { useParams } from 'react-router';
import { usePageHead } from '../../navigation/use_page_head';
import { productWords } from '#words/product';
import { loadProducts, useCart } from '../../stores/cart';
import { ProductDetails } from './ProductDetails';
import { ProductNotice } from './ProductNotice';
import { ProductPreview } from './ProductPreview';
import { previewOf } from './preview';
import { useProduct } from './use_product';

/** The page of a product, or the reason why it cannot be shown. */
export default function ProductPage() {
  const { id } = useParams();
  const preview = previewOf(id);
  const { card, details, loading, failed } = useProduct(id, preview);
  const missing = loading ? (preview?.productName ?? productWords.loading) : productWords.notFound;
  usePageHead(card?.productName ?? missing, typeof details === 'object' ? details.description : '', {
    photo: card?.photo ?? preview?.photo,
    found: Boolean(card ?? (loading && preview)),
  });

  useEffect(() => {
    const cart = useCart.getState();
    // The failure is in the store and shown below.
    if (cart.data.length === 0 && !cart.loading) loadProducts().catch(() => {});
  }, []);

  // The key resets the chosen quantities for another product.
  if (card) return <ProductDetails key={card._id} product={card} details={details} />;
  if (loading)
    return preview ? <ProductPreview preview={preview} /> : <ProductNotice text={productWords.loading} />;
  if (failed) return <ProductNotice text={productWords.failed} />;
  return <ProductNotice text={productWords.notFound} />;
}
