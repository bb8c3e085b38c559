import { Link } from 'react-router';
import { inPlace } from '../../navigation/RouteChange';
import { shopWords } from '#words/shop';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import { type Choice, everything, queryOf } from './choice';
import styles from './ShopPage.module.css';

const texts = shopWords;

/** Links that remove filters, for a choice without products. */
export function Widen({ choice }: { choice: Choice }) {
  const without = (part: 'type' | 'concern') =>
    paths.shopOf(queryOf({ ...choice, [part]: everything[part] }));
  const bothNarrow = choice.type !== everything.type && choice.concern !== everything.concern;
  return (
    <p className={styles.widen}>
      <span>{texts.widen}</span>
      {bothNarrow && (
        <>
          <Link className={button.outline} to={without('type')} state={inPlace}>
            {texts.anyType}
          </Link>
          <Link className={button.outline} to={without('concern')} state={inPlace}>
            {texts.anyUse}
          </Link>
        </>
      )}
      <Link className={button.outline} to={paths.shop}>
        {texts.everything}
      </Link>
    </p>
  );
}
