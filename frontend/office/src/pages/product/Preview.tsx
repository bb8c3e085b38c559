import { Link } from 'react-router';
import { formatPrice } from 'shared/rules/rupees';
import type { Product } from '../../api/types';
import { smallPhoto } from '../../rules/products';
import { useMay } from '../../session/use_me';
import card from '../../ui/card.module.css';
import table from '../../ui/table.module.css';
import styles from './product.module.css';

/** A preview of the last saved product in the shop. */
export function Preview({ product: { id, content, packs } }: { product: Product }) {
  const maySeeStock = useMay('stock.read');
  const [photo] = content.photos;
  return (
    <section className={`${card.card} ${styles.preview}`} aria-label="In the shop">
      {photo && <img src={smallPhoto(photo)} alt="" width={240} height={240} />}
      <h2>{content.productName}</h2>
      <p lang="hi">{content.hindiName}</p>
      <p>{content.tagline}</p>
      <table className={table.table}>
        <caption className="visuallyHidden">Packs</caption>
        <thead>
          <tr>
            <th>Pack</th>
            <th>Code</th>
            <th data-align="end">Price</th>
          </tr>
        </thead>
        <tbody>
          {packs.map(({ weightInGrams, sku, price }) => (
            <tr key={sku}>
              <td>
                {maySeeStock ? (
                  <Link to={`/stock/${id}/${weightInGrams}`}>{weightInGrams} g</Link>
                ) : (
                  `${weightInGrams} g`
                )}
              </td>
              <td>{sku}</td>
              <td data-align="end">{formatPrice(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
