import { useEffect } from 'react';
import { useParams } from 'react-router';
import { usePageHead } from '../../navigation/use_page_head';
import { productWords } from '#words/product';
import { loadProducts, useCart, useProductList } from '../../stores/cart';
import { ProductDetails } from './ProductDetails';
import { ProductNotice } from './ProductNotice';
import { ProductPreview } from './ProductPreview';
import { previewOf } from './preview';

/** One product, or why it cannot be shown. */
export default function ProductPage() {
  const { id } = useParams();
  const { data, loading, error } = useProductList();
  const product = data.find(({ _id }) => _id === id);
  const preview = previewOf(id);
  const missing = loading ? (preview?.productName ?? productWords.loading) : productWords.notFound;
  usePageHead(product?.productName ?? missing, product?.description ?? '', {
    photo: product?.photos[0] ?? preview?.photo,
    found: Boolean(product ?? (loading && preview)),
  });

  useEffect(() => {
    const cart = useCart.getState();
    // The failure is in the store, and shown below.
    if (cart.data.length === 0 && !cart.loading) loadProducts().catch(() => {});
  }, []);

  // The key starts another product with quantities of its own.
  if (product) return <ProductDetails key={product._id} product={product} />;
  if (loading)
    return preview ? <ProductPreview preview={preview} /> : <ProductNotice text={productWords.loading} />;
  if (error) return <ProductNotice text={productWords.failed} />;
  return <ProductNotice text={productWords.notFound} />;
}
