import { protoCamelCase } from '@bufbuild/protobuf/reflect';
import { useQuery } from '@connectrpc/connect-query';
import { formatMoment } from 'shared/rules/moment';
import { ShopEditingService } from '#contract/shop/catalog/v1/shop_pb.js';
import { detailLabel } from '../../rules/shop';
import { useShop } from '../../session/use_shop';
import { useStaffNames } from '../../session/use_staff_names';
import { Chip } from '../../ui/Chip';
import card from '../../ui/card.module.css';
import details from '../../ui/details.module.css';
import form from '../../ui/form.module.css';
import { PageHead } from '../../ui/PageHead';
import { Waiting } from '../../ui/Waiting';
import { ShopForm } from './ShopForm';
import styles from './shop.module.css';

/** The shop's details on its pages, mails and slips, and their changes. */
export default function ShopPage() {
  const query = useShop();
  const { version = 0, facts } = query.data ?? {};
  return (
    <>
      <PageHead title="Shop" beside={facts?.isSample && <Chip tone="wait">Samples</Chip>} />
      {facts?.isSample && (
        <p className={`${form.present} ${styles.samples}`} role="note">
          <b>These are samples.</b> Do not sell under them: the numbers are invented. The shop’s pages say so
          until you save your own.
        </p>
      )}
      {!facts ? (
        <Waiting query={query} what="the shop" />
      ) : (
        <div className={details.columns}>
          <ShopForm version={version} facts={facts} />
          <Changes />
        </div>
      )}
    </>
  );
}

/** The changes of the shop's details, newest first. */
function Changes() {
  const query = useQuery(ShopEditingService.method.listShopChanges);
  const nameOf = useStaffNames();
  return (
    <section className={card.card} aria-labelledby="changes">
      <h2 id="changes">History</h2>
      {!query.data ? (
        <Waiting query={query} what="the changes" />
      ) : (
        <ol className={styles.changes}>
          {query.data.changes.map(({ version, changedAt, changedBy, fields }) => (
            <li key={version}>
              <p>
                <b>{changedBy ? nameOf(changedBy) : 'First values'}</b>, {formatMoment(changedAt)}
              </p>
              {changedBy && <p>{fields.map((field) => detailLabel(protoCamelCase(field))).join(', ')}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
