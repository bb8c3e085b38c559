import { useQuery } from '@connectrpc/connect-query';
import { useParams } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { ApiError } from '../../api/errors';
import { productIn, wordsOfState } from '../../rules/products';
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
  const query = useQuery(
    ProductEditingService.method.getEditedProduct,
    { productId: id },
    { select: productIn },
  );
  const mayWrite = useMay('products.write');
  const nameOf = useStaffNames();
  const edited = query.data;
  if (!edited) {
    const isUnknown = query.error instanceof ApiError && [404, 422].includes(query.error.status);
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
  const { product, changedAt, changedBy } = edited;
  const { label, tone } = wordsOfState(edited.state);
  return (
    <>
      <PageHead title={product.productName} beside={<Chip tone={tone}>{label}</Chip>}>
        {mayWrite && <StateButtons product={edited} />}
      </PageHead>
      {changedAt && (
        <p className={styles.changed}>
          Changed {formatMoment(changedAt)} by {nameOf(changedBy)}
        </p>
      )}
      <div className={details.columns}>
        <ContentForm key={product.id} product={edited} isReadOnly={!mayWrite} />
        <div className={details.column}>
          <Preview product={product} />
          <Changes productId={product.id} />
        </div>
      </div>
    </>
  );
}
