import { brand } from '../../brand';
import { usePageHead } from '../../chrome/use_page_head';
import { homeMessages } from '../../messages/home';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';
import { Facts } from './Facts';
import { Intro } from './Intro';
import { ProductStrip } from './ProductStrip';
import { ReviewCarousel } from './ReviewCarousel';

/** What the shop is and what it sells. */
export default function HomePage() {
  usePageHead(homeMessages.title, `${brand.tagline}. ${homeMessages.intro}`);
  const products = useCart((state) => state.data);
  const reviews = useReviews((state) => state.data);
  return (
    <>
      <Intro product={products[0]} />
      <Facts />
      <ProductStrip products={products} />
      <ReviewCarousel reviews={reviews} />
    </>
  );
}
