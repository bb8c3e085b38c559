import { useInfiniteQuery } from '@connectrpc/connect-query';
import { formatMoment } from 'shared/rules/moment';
import { type ChangedField, ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { paged } from '../../api/paged';
import { changedValues, fieldLabel } from '../../rules/products';
import { useStaffNames } from '../../session/use_staff_names';
import card from '../../ui/card.module.css';
import { More } from '../../ui/More';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './product.module.css';

/** The changes of a product, with the staff member and the reason, if any. */
export function Changes({ productId }: { productId: string }) {
  const query = useInfiniteQuery(
    ProductEditingService.method.listProductChanges,
    { productId, pageToken: '' },
    paged,
  );
  const nameOf = useStaffNames();
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <section className={card.card} aria-labelledby="changes">
      <h2 id="changes">History</h2>
      {!query.data ? (
        <Waiting query={query} what="the changes" />
      ) : changes.length === 0 ? (
        <Nothing>No changes yet.</Nothing>
      ) : (
        <>
          <ol className={styles.changes}>
            {changes.map(({ version, changedAt, changedBy, reason, fields }) => (
              <li key={version}>
                <p>
                  <b>{nameOf(changedBy)}</b>, {formatMoment(changedAt)}
                </p>
                {reason && <p>“{reason}”</p>}
                {fields.map((each) => (
                  <Field key={each.field} changed={each} />
                ))}
              </li>
            ))}
          </ol>
          <More query={query} shown={changes.length === 1 ? '1 change' : `${changes.length} changes`} />
        </>
      )}
    </section>
  );
}

function Field({ changed }: { changed: ChangedField }) {
  const [before, after] = changedValues(changed);
  return (
    <details>
      <summary>{fieldLabel(changed.field)}</summary>
      {before && <del>{before}</del>}
      {after && <ins>{after}</ins>}
    </details>
  );
}
