import { Suspense } from 'react';
import { usePageHead } from '../../navigation/use_page_head';
import { latePart } from '../../start/load_part';
import { homeWords } from '#words/home';
import { useProductList } from '../../stores/cart';
import { Facts } from './Facts';
import { Hero } from './Hero';
import styles from './HomePage.module.css';
import { ProductStrip } from './ProductStrip';

const HomeSections = latePart(() => import('./HomeSections'));

/** Always the same element: for a new one React would throw away what was drawn ahead while the code is on its way. */
const sections = (
  <Suspense fallback={<div className={styles.coming} />}>
    <HomeSections />
  </Suspense>
);

/** What the shop is and what it sells. */
export default function HomePage() {
  usePageHead(homeWords.title, homeWords.description);
  const { data: products, loading } = useProductList();
  return (
    <>
      {/* The slides come and go, and with them their headings; the page keeps its own. */}
      <h1 className="visuallyHidden">{homeWords.heading}</h1>
      <Hero products={products} />
      <Facts />
      <ProductStrip products={products} loading={loading} />
      {sections}
    </>
  );
}
