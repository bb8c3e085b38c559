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

/** A constant element. For a new one React would discard the prerendered markup while the code loads. */
const sections = (
  <Suspense fallback={<div className={styles.coming} />}>
    <HomeSections />
  </Suspense>
);

/** The home page: the shop and its products. */
export default function HomePage() {
  usePageHead(homeWords.title, homeWords.description);
  const { data: products, loading } = useProductList();
  return (
    <>
      {/* The headings of the slides change, so the page has its own. */}
      <h1 className="visuallyHidden">{homeWords.heading}</h1>
      <Hero products={products} />
      <Facts />
      <ProductStrip products={products} loading={loading} />
      {sections}
    </>
  );
}
