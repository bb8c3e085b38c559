import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { ApiError } from '../../api/errors';
import { productQuery } from '../../api/queries';
import { PRODUCT_STATES } from '../../rules/products';
import { useMay } from '../../session/use_me';
import { useStaffNames } from '../../session/use_staff_names';
import { Chip } from '../../ui/Chip';
import details from '../../ui/details.module.css';
import { PageHead } from '../../ui/PageHead';
import { Nothing, Waiting } from '../../ui/Waiting';
import { Changes } from './Changes';
import { ContentForm } from './ContentForm';
import { Preview } from './Preview';
import styles from './product.module.css';
import { StateButtons } from './StateButtons';

/** A product: its content and prices, possible forbidden claims, and changes. */
export default function ProductPage() {
  const { id = '' } = useParams();
  const query = useQuery(productQuery(id));
  const mayWrite = useMay('products.write');
  const nameOf = useStaffNames();
  const product = query.data;
  if (!product) {
    const isUnknown = query.error instanceof ApiError && [400, 404, 422].includes(query.error.status);
    return (
      <>
        <PageHead title="Product" />
        {isUnknown ? (
          <Nothing>There is no such product.</Nothing>
        ) : (
          <Waiting query={query} what="the product" />
        )}
      </>
    );
  }
  const { label, tone } = PRODUCT_STATES[product.state];
  return (
    <>
      <PageHead title={product.content.productName} beside={<Chip tone={tone}>{label}</Chip>}>
        {mayWrite && <StateButtons product={product} />}
      </PageHead>
      {product.changedAt && (
        <p className={styles.changed}>
          Changed {formatMoment(product.changedAt)} by {nameOf(product.changedBy)}
        </p>
      )}
      <div className={details.columns}>
        <ContentForm key={product.id} product={product} isReadOnly={!mayWrite} />
        <div className={details.column}>
          <Preview product={product} />
          <Changes productId={product.id} />
        </div>
      </div>
    </>
  );
}
