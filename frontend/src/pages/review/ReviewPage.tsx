import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { usePageHead } from '../../chrome/use_page_head';
import { accountMessages } from '../../messages/account';
import { reviewsMessages } from '../../messages/reviews';
import { paths } from '../../paths';
import { reviewDraft } from './draft';
import { ReviewedPack } from './ReviewedPack';
import { ReviewForm } from './ReviewForm';
import styles from './ReviewPage.module.css';

const texts = reviewsMessages;

/** Where a shopper says what they think of a product. */
export default function ReviewPage() {
  usePageHead(texts.formHeading, texts.formIntro);
  const product = useSearchParams()[0].get('product');

  useEffect(() => {
    if (product) reviewDraft.setField('productname', product);
  }, [product]);

  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1>{texts.formHeading}</h1>
        <p>{texts.formIntro}</p>
        <p className={styles.login}>
          {texts.loginFirst} <Link to={paths.login}>{accountMessages.loginTitle}</Link>
        </p>
        <ReviewedPack />
      </div>
      <ReviewForm />
    </div>
  );
}
