import { useRef } from 'react';
import { searchWords } from '#words/search';
import { paths } from '../paths';
import { useProductList } from '../stores/cart';
import styles from './SearchBar.module.css';

interface ProductChoiceProps {
  chosen: string;
  /** Called when a page is marked by the keyboard: arrow keys pass many before the one that is meant. */
  onMark: (page: string) => void;
  /** Called when a page is picked. */
  onOpen: (page: string) => void;
}

/**
 * The products in a list, and the way to the others where these are not all. Picking one opens it; by the keyboard it is marked,
 * and Enter or the search button opens it.
 */
export function ProductChoice({ chosen, onMark, onOpen }: ProductChoiceProps) {
  const { data: products, whole } = useProductList();
  const typed = useRef(false);

  function choose(page: string) {
    if (typed.current || !page) onMark(page);
    else onOpen(page);
    typed.current = false;
  }

  return (
    <select
      className={styles.choice}
      aria-label={searchWords.choose}
      value={chosen}
      onKeyDown={(event) => {
        typed.current = event.key !== 'Enter';
        if (event.key === 'Enter' && chosen) onOpen(chosen);
      }}
      onPointerDown={() => {
        typed.current = false;
      }}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{searchWords.allProducts}</option>
      {products.map(({ _id, productName }) => (
        <option key={_id} value={paths.product(_id)}>
          {productName}
        </option>
      ))}
      {!whole && <option value={paths.shop}>{searchWords.moreProducts}</option>}
    </select>
  );
}
