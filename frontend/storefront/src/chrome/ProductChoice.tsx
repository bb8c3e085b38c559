import { useRef } from 'react';
import { searchWords } from '#words/search';
import { paths } from '../paths';
import { useProductList } from '../stores/cart';
import styles from './SearchBar.module.css';

interface ProductChoiceProps {
  chosen: string;
  /** Called when a product is marked by the keyboard. Arrow keys pass many before the wanted one. */
  onMark: (page: string) => void;
  /** Called when a product is picked. */
  onOpen: (page: string) => void;
}

/**
 * A list of the products, with a link to the others if the list is incomplete. A pick opens the product. The keyboard only marks it; Enter
 * or the search button opens it.
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
