import { useRef } from 'react';
import { searchWords } from '#words/search';
import { useProductList } from '../stores/cart';
import styles from './SearchBar.module.css';

interface ProductChoiceProps {
  chosen: string;
  /** Called when a product is marked by the keyboard: arrow keys pass many before the one that is meant. */
  onMark: (id: string) => void;
  /** Called when a product is picked. */
  onOpen: (id: string) => void;
}

/** All products in a list. Picking one opens it; by the keyboard it is marked, and Enter or the search button opens it. */
export function ProductChoice({ chosen, onMark, onOpen }: ProductChoiceProps) {
  const { data: products } = useProductList();
  const typed = useRef(false);

  function choose(id: string) {
    if (typed.current || !id) onMark(id);
    else onOpen(id);
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
        <option key={_id} value={_id}>
          {productName}
        </option>
      ))}
    </select>
  );
}
