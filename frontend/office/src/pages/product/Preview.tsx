import { Link } from 'react-router';
import type { Product } from '#contract/shop/catalog/v1/catalog_pb.js';
import { packPrice, smallPhoto } from '../../rules/products';
import { useMay } from '../../session/use_me';
import card from '../../ui/card.module.css';
import table from '../../ui/table.module.css';
import styles from './product.module.css';

/** A preview of the last saved product in the shop. */
export function Preview({ product }: { product: Product }) {
  const maySeeStock = useMay('stock.read');
  const { id, photos, productName, hindiName, tagline, variants } = product;
  const [photo] = photos;
  return (
    <section className={`${card.card} ${styles.preview}`} aria-label="In the shop">
      {photo && <img src={smallPhoto(photo)} alt="" width={240} height={240} />}
      <h2>{productName}</h2>
      <p lang="hi">{hindiName}</p>
      <p>{tagline}</p>
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
          {variants.map((pack) => (
            <tr key={pack.sku}>
              <td>
                {maySeeStock ? (
                  <Link to={`/stock/${id}/${pack.weightInGrams}`}>{pack.weightInGrams} g</Link>
                ) : (
                  `${pack.weightInGrams} g`
                )}
              </td>
              <td>{pack.sku}</td>
              <td data-align="end">{packPrice(pack)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
