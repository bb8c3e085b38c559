import type { Card } from '../../api/types';
import { shop } from '#content/shop';
import { disclaimerWords } from '#words/disclaimer';
import { productWords } from '#words/product';
import { packLabel } from '../../rules/weight';
import styles from './PackFacts.module.css';
import { PackLabels } from './PackLabels';

/** The facts that the law requires for packed food. */
export function PackFacts({ product }: { product: Card }) {
  const names = productWords.facts;
  const facts = [
    [names.netQuantity, product.variants.map(({ weightInGrams }) => packLabel(weightInGrams)).join(', ')],
    [names.bestBefore, shop.bestBefore],
    [names.origin, shop.countryOfOrigin],
    [names.maker, `${shop.legalName}, ${shop.addressLine}`],
    [names.licence, disclaimerWords.foodLicence(shop.foodLicence)],
    [names.care, [shop.phone.display, shop.mail.display].filter(Boolean).join(', ')],
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
