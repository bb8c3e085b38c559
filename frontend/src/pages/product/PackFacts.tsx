import type { Card } from '../../api/types';
import { brand } from '#content/brand';
import { productWords } from '#words/product';
import { packLabel } from '../../rules/weight';
import styles from './PackFacts.module.css';
import { PackLabels } from './PackLabels';

/** What the law wants said beside a packed food. */
export function PackFacts({ product }: { product: Card }) {
  const names = productWords.facts;
  const facts = [
    [names.netQuantity, product.variants.map(({ weightInGrams }) => packLabel(weightInGrams)).join(', ')],
    [names.bestBefore, brand.bestBefore],
    [names.origin, brand.countryOfOrigin],
    [names.maker, `${brand.legalName}, ${brand.address.join(', ')}`],
    [names.licence, brand.foodLicence],
    [names.care, `${brand.phone.display}, ${brand.mail.display}`],
  ];
  return (
    <section className={styles.facts}>
      <h2>{productWords.packFacts}</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PackLabels product={product} />
    </section>
  );
}
