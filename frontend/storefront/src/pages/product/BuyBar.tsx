import { useNavigate } from 'react-router';
import { productWords } from '#words/product';
import { stockWords } from '#words/stock';
import { paths } from '../../paths';
import { preloadPage } from '../../navigation/preload';
import { formatPrice } from 'shared/rules/rupees';
import button from 'shared/ui/button.module.css';
import styles from './BuyBar.module.css';
import type { useSelection } from './use_selection';

interface BuyBarProps {
  selection: ReturnType<typeof useSelection>;
  /** True if all packs of the product are sold out. */
  soldOut: boolean;
}

/** The chosen packs and the buy buttons. On phones it stays at the bottom of the screen. */
export function BuyBar({ selection, soldOut }: BuyBarProps) {
  const navigate = useNavigate();
  const texts = productWords;

  function buyNow() {
    if (selection.addChosen()) navigate(paths.cart, { replace: true });
  }

  if (soldOut) {
    return (
      <div className={styles.bar}>
        <p className={button.none}>{stockWords.soldOut}</p>
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      {selection.count > 0 && (
        <p className={styles.chosen}>
          {texts.chosen(selection.count)} <b>{formatPrice(selection.total)}</b>
        </p>
      )}
      <button type="button" className={button.outline} onClick={selection.addChosen}>
        {texts.addToCart}
      </button>
      <button
        type="button"
        className={button.primary}
        onPointerEnter={() => preloadPage(paths.cart)}
        onClick={buyNow}
      >
        {texts.buyNow}
      </button>
    </div>
  );
}
