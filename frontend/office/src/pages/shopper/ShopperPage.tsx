import { useQuery } from '@connectrpc/connect-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatDay } from 'shared/rules/moment';
import type { Address } from '#contract/shop/identity/v1/identity_pb.js';
import { ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { ApiError } from '../../api/errors';
import { searchedAddress } from '../../rules/search_text';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import details from '../../ui/details.module.css';
import { Chip } from '../../ui/Chip';
import { EmailLink } from '../../ui/EmailLink';
import { PageHead } from '../../ui/PageHead';
import { Nothing, Waiting } from '../../ui/Waiting';
import { DataDialog } from './DataDialog';
import { DeleteDialog } from './DeleteDialog';
import { OwnOrders } from './OwnOrders';
import styles from './shopper.module.css';

/** A shopper: addresses, orders, and the actions on their data. */
export default function ShopperPage() {
  const { id = '' } = useParams();
  const query = useQuery(ShopperService.method.getShopper, { accountId: id });
  const [open, setOpen] = useState<'data' | 'delete'>();
  const mayOrders = useMay('orders.read');
  const mayMessages = useMay('messages.answer');
  const mayData = useMay('shoppers.data');
  const mayDelete = useMay('shoppers.delete');
  const { shopper, addresses = [] } = query.data ?? {};
  if (!shopper) {
    const isUnknown = query.error instanceof ApiError && query.error.status === 404;
    return (
      <>
        <PageHead title="Shopper" />
        {isUnknown ? (
          <Nothing>There is no such account. It may have been deleted.</Nothing>
        ) : (
          <Waiting query={query} what="the shopper" />
        )}
      </>
    );
  }
  const { name, email, mobileNumber, registeredAt } = shopper;
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHead title={name || email}>
        {mayMessages && (
          <Link className={button.quiet} to={searchedAddress('/messages', email, { tab: 'all' })}>
            Messages
          </Link>
        )}
      </PageHead>
      <div className={details.columns}>
        <div className={details.column}>{mayOrders && <OwnOrders email={email} />}</div>
        <div className={details.column}>
          <section className={card.card}>
            <h2>Account</h2>
            <dl className={details.facts}>
              <dt>Name</dt>
              <dd>{name || 'none given'}</dd>
              <dt>Email</dt>
              <dd>
                <EmailLink email={email} />
              </dd>
              <dt>Mobile</dt>
              <dd>{mobileNumber ? <a href={`tel:+91${mobileNumber}`}>{mobileNumber}</a> : 'none given'}</dd>
              <dt>Registered</dt>
              <dd>{formatDay(registeredAt)}</dd>
            </dl>
          </section>
          <Addresses addresses={addresses} />
          {(mayData || mayDelete) && (
            <section className={card.card}>
              <h2>Personal data</h2>
              <p className={styles.note}>
                Only at the shopper’s request. You have to confirm that it is you, and the log records it.
              </p>
              <div className={styles.actions}>
                {mayData && (
                  <button type="button" className={button.quiet} onClick={() => setOpen('data')}>
                    Export the data…
                  </button>
                )}
                {mayDelete && (
                  <button type="button" className={button.outline} onClick={() => setOpen('delete')}>
                    Delete the account…
                  </button>
                )}
              </div>
            </section>
          )}
        </div>
      </div>
      {open === 'data' && <DataDialog shopper={shopper} onClose={close} />}
      {open === 'delete' && <DeleteDialog shopper={shopper} onClose={close} />}
    </>
  );
}

function Addresses({ addresses }: { addresses: Address[] }) {
  return (
    <section className={card.card}>
      <h2>Addresses</h2>
      {addresses.length === 0 ? (
        <p className={styles.note}>No saved addresses.</p>
      ) : (
        <ul className={styles.addresses}>
          {addresses.map(({ fullName, mobileNumber, deliveryAddress, pincode, isDefault }) => (
            <li key={`${fullName} ${deliveryAddress} ${pincode}`}>
              <address>
                <b>{fullName}</b> {isDefault && <Chip>Default</Chip>}
                <br />
                {deliveryAddress}, <b>{pincode}</b>
                <br />
                {mobileNumber}
              </address>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
