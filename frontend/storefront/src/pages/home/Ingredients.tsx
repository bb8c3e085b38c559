import { Link } from 'react-router';
import { homeSectionWords } from '#words/home_sections';
import { productIds } from '../../product/product_ids';
import { pageOfProduct } from '../../product/product_page';
import { useProductList } from '../../stores/cart';
import { HindiWords } from '../../ui/HindiWords';
import { Picture } from '../../ui/Picture';
import styles from './Ingredients.module.css';

/** The ingredients with their Hindi names. Each key names the picture and the product. */
const ingredients = [
  ['karela', 'करेला'],
  ['jamun', 'जामुन'],
  ['moringa', 'सहजन'],
  ['ashwagandha', 'अश्वगंधा'],
  ['tulsi', 'तुलसी'],
  ['amla', 'आँवला'],
  ['b12', 'बी12'],
] as const;

/** The ingredients of the powders, each with a link to its powder. */
export function Ingredients() {
  const { data: products } = useProductList();
  return (
    <section className={styles.section} aria-labelledby="ingredients-heading">
      <div className="wrap">
        <h2 id="ingredients-heading">{homeSectionWords.ingredientsHeading}</h2>
        <p className={styles.intro}>{homeSectionWords.ingredientsIntro}</p>
      </div>
      <ul className={styles.row}>
        {ingredients.map(([plant, hindi]) => (
          <li key={plant}>
            <Link to={pageOfProduct(products, productIds[plant])}>
              <span className={`${styles.medallion} later`}>
                <Picture
                  photo={`/images/ingredients/${plant}`}
                  alt=""
                  width={192}
                  height={192}
                  sizes="(max-width: 1100px) 96px, 148px"
                  widths={[192, 320]}
                />
              </span>
              <b>{homeSectionWords.ingredients[plant]}</b>
              <HindiWords words={hindi} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
