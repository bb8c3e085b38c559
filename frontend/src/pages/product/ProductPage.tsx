import { useEffect } from 'react';
import { useParams } from 'react-router';
import { usePageHead } from '../../chrome/use_page_head';
import { productMessages } from '../../messages/product';
import { loadProducts, useCart } from '../../stores/cart';
import { ProductDetails } from './ProductDetails';
import { ProductNotice } from './ProductNotice';

/** One product, or why it cannot be shown. */
export default function ProductPage() {
  const { id } = useParams();
  const product = useCart((state) => state.data.find(({ _id }) => _id === id));
  const loading = useCart((state) => state.loading);
  const error = useCart((state) => state.error);
  usePageHead(product?.productName ?? productMessages.notFound, product?.description ?? '');

  useEffect(() => {
    // The failure is in the store, and shown below.
    if (useCart.getState().data.length === 0) loadProducts().catch(() => {});
  }, []);

  // The key starts another product with quantities of its own.
  if (product) return <ProductDetails key={product._id} product={product} />;
  if (loading) return <ProductNotice text={productMessages.loading} />;
  if (error) return <ProductNotice text={productMessages.failed} />;
  return <ProductNotice text={productMessages.notFound} />;
}
