import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { usePageHead } from '../../navigation/use_page_head';
import { backTo } from '../../navigation/way_back';
import { accountWords } from '#words/account';
import { reviewsWords } from '#words/reviews';
import { paths } from '../../paths';
import { useCart } from '../../stores/cart';
import { useSession } from '../../stores/session';
import button from 'shared/ui/button.module.css';
import { bringProduct } from './draft';
import { ReviewedPack } from './ReviewedPack';
import { ReviewForm } from './ReviewForm';
import styles from './ReviewPage.module.css';

const texts = reviewsWords;

/** The page to write a review of a product. */
export default function ReviewPage() {
  usePageHead(texts.formHeading, texts.formIntro);
  const isLoginUser = useSession((state) => state.isLoginUser);
  const id = useSearchParams()[0].get('product');
  const product = useCart(({ data }) => data.find(({ _id }) => _id === id)?.productName);

  useEffect(() => {
    if (product) bringProduct(product);
  }, [product]);

  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1>{texts.formHeading}</h1>
        <p>{texts.formIntro}</p>
        {!isLoginUser && <LoginFirst />}
        <ReviewedPack />
      </div>
      <ReviewForm />
    </div>
  );
}

/** Tells visitors that a review needs a login, and offers alternatives. */
function LoginFirst() {
  const state = backTo(useLocation());
  return (
    <div className={styles.login}>
      <p>{texts.loginFirst}</p>
      <p className={styles.ways}>
        <Link className={button.outline} to={paths.login} state={state}>
          {accountWords.loginTitle}
        </Link>
        <Link className={button.quiet} to={paths.signUp} state={state}>
          {accountWords.signUpLink}
        </Link>
        <Link className={button.quiet} to={paths.testimonials}>
          {texts.readInstead}
        </Link>
      </p>
    </div>
  );
}
