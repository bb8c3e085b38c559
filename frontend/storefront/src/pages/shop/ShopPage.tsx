import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { inPlace } from '../../navigation/RouteChange';
import { usePageHead } from '../../navigation/use_page_head';
import { useQuery } from '../../navigation/use_query';
import { generalWords } from '#words/general';
import { shopWords } from '#words/shop';
import { notifyError } from '../../messages/notify';
import { paths } from '../../paths';
import { ComingCards } from '../../product/ComingCards';
import { ProductCard } from '../../product/ProductCard';
import { type Choice, queryOf, readChoice } from './choice';
import button from 'shared/ui/button.module.css';
import { useMore } from 'shared/ui/use_more';
import { ShopFilters } from './ShopFilters';
import styles from './ShopPage.module.css';
import { useShelf } from './use_shelf';
import { Widen } from './Widen';

const texts = shopWords;
/** The number of placeholders that fill a desktop's first screen. */
const COMING = 8;

/** The list of products, filtered and sorted by the URL. */
export default function ShopPage() {
  usePageHead(texts.title, texts.intro);
  const navigate = useNavigate();
  const query = useQuery().toString();
  const [choice, setChoice] = useState(() => readChoice(new URLSearchParams(query)));
  const [read, setRead] = useState(query);
  if (read !== query) {
    setRead(query);
    setChoice(readChoice(new URLSearchParams(query)));
  }
  const shelf = useShelf(choice);
  const list = useRef<HTMLUListElement>(null);
  const more = useMore(
    list,
    async () => shelf.loadMore?.(),
    () => notifyError(texts.moreFailed),
  );

  function change(part: Partial<Choice>) {
    // Applied at once, because the URL follows later and a radio button that waits for it would spring back.
    const next = { ...choice, ...part };
    setChoice(next);
    // Replaces the history entry on each filter change, so that Back leads to the previous page.
    navigate(paths.shopOf(queryOf(next)), { state: inPlace, replace: true });
  }

  function results(): string {
    const { length } = shelf.products;
    if (shelf.coming) return generalWords.loading;
    if (shelf.failed) return texts.failed;
    if (shelf.loadMore) return texts.resultsOf(length, shelf.total);
    return length > 0 ? texts.results(length) : texts.none;
  }

  const isEmpty = shelf.products.length === 0 && !shelf.coming && !shelf.failed;
  return (
    <>
      <div className={styles.header}>
        <div className="wrap">
          <h1>{texts.heading}</h1>
          <p>{texts.intro}</p>
        </div>
        <div className={styles.band} aria-hidden="true" />
      </div>
      <div className={`wrap ${styles.page}`}>
        <ShopFilters choice={choice} concerns={shelf.concerns} onChange={change} />
        <section aria-labelledby="shelf">
          <h2 id="shelf" className="visuallyHidden">
            {texts.listHeading}
          </h2>
          <p className={styles.results} role="status">
            {results()}
          </p>
          {shelf.failed && (
            <button type="button" className={button.outline} onClick={shelf.again}>
              {texts.again}
            </button>
          )}
          {isEmpty && <Widen choice={choice} />}
          <ul ref={list} className={styles.grid}>
            {shelf.coming && <ComingCards count={COMING} />}
            {shelf.products.map((product) => (
              <ProductCard key={product._id} product={product} />
            ))}
          </ul>
          {shelf.loadMore && (
            <button
              type="button"
              className={`${button.outline} ${styles.more}`}
              aria-disabled={more.loading || undefined}
              onClick={more.show}
            >
              {more.loading ? texts.loadingMore : texts.more}
            </button>
          )}
        </section>
      </div>
    </>
  );
}
