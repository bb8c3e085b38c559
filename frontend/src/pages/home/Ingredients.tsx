import { Link } from 'react-router';
import { homeSectionWords } from '#words/home_sections';
import { pageOfProduct } from '../../product/product_page';
import { useProductList } from '../../stores/cart';
import { HindiWords } from '../../ui/HindiWords';
import { Picture } from '../../ui/Picture';
import styles from './Ingredients.module.css';

const ingredients = Object.entries(homeSectionWords.ingredients);

/** What the powders are made of, each with the way to its powder. */
export function Ingredients() {
  const { data: products } = useProductList();
  return (
    <section className={styles.section} aria-labelledby="ingredients-heading">
      <div className="wrap">
        <h2 id="ingredients-heading">{homeSectionWords.ingredientsHeading}</h2>
        <p className={styles.intro}>{homeSectionWords.ingredientsIntro}</p>
      </div>
      <ul className={styles.row}>
        {ingredients.map(([picture, { name, hindi }]) => (
          <li key={picture}>
            <Link to={pageOfProduct(products, `${name} Powder`)}>
              <span className={`${styles.medallion} later`}>
                <Picture
                  photo={`/images/ingredients/${picture}`}
                  alt=""
                  width={192}
                  height={192}
                  sizes="(max-width: 1100px) 96px, 148px"
                  widths={[192, 320]}
                />
              </span>
              <b>{name}</b>
              <HindiWords words={hindi} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
