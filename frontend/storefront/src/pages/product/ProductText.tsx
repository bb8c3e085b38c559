import type { Product } from '../../api/types';
import { disclaimerWords } from '#words/disclaimer';
import { productWords } from '#words/product';
import styles from './ProductText.module.css';

/** The description, ingredients, benefits and directions of a product. */
export function ProductText({ product }: { product: Product }) {
  const texts = productWords;
  const sections: [string, string | string[]][] = [
    [texts.about, product.description],
    [texts.ingredients, product.ingredients],
    [texts.benefits, product.benefits],
    [texts.howToUse, product.howToUse],
    [texts.cautions, product.cautions],
    [texts.storage, product.storage],
  ];
  return (
    <div className={styles.text}>
      {sections
        .filter(([, content]) => content.length > 0)
        .map(([heading, content]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {typeof content === 'string' ? <p>{content}</p> : <List entries={content} />}
          </section>
        ))}
      <p className={styles.disclaimer}>{disclaimerWords.food}</p>
    </div>
  );
}

function List({ entries }: { entries: readonly string[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
