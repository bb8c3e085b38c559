import type { Card } from '../../api/types';
import { brand } from '#content/brand';
import { company } from '#content/company';
import { productWords } from '#words/product';
import { packLabel } from '../../rules/weight';
import styles from './PackFacts.module.css';
import { PackLabels } from './PackLabels';

/** What the law wants said beside a packed food. */
export function PackFacts({ product }: { product: Card }) {
  const names = productWords.facts;
  const facts = [
    [names.netQuantity, product.variants.map(({ weightInGrams }) => packLabel(weightInGrams)).join(', ')],
    [names.bestBefore, company.bestBefore],
    [names.origin, company.countryOfOrigin],
    [names.maker, `${company.legalName}, ${company.address.join(', ')}`],
    [names.licence, company.foodLicence],
    [names.care, `${brand.phone.display}, ${company.mail.display}`],
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
