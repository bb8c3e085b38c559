import { createInfiniteQueryOptions, createQueryOptions, useTransport } from '@connectrpc/connect-query';
import { useId, useState } from 'react';
import { type Shopper, ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { wordsOf } from '../../api/errors';
import { paged } from '../../api/paged';
import { queryClient } from '../../api/query_client';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import styles from './new_order.module.css';

/** A shopper and their default address; unknown values are empty. */
export interface Found {
  fullName: string;
  email: string;
  mobileNumber: string;
  deliveryAddress: string;
  pincode: string;
}

/** The shortest search text. */
const LEAST_LETTERS = 2;

/** Finds a shopper with an account, so that staff need not type the address. Other shoppers are typed in below. */
export function ShopperFinder({ onFound }: { onFound: (found: Found) => void }) {
  const mayFind = useMay('shoppers.read');
  const transport = useTransport();
  const id = useId();
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string>();
  const [shoppers, setShoppers] = useState<readonly Shopper[]>([]);
  if (!mayFind) return null;
  const isLong = text.trim().length >= LEAST_LETTERS;

  async function find() {
    if (!isLong) return;
    try {
      const { searchShoppers } = ShopperService.method;
      const input = { query: text.trim(), pageToken: '' };
      const search = createInfiniteQueryOptions(searchShoppers, input, { ...paged, transport });
      const { pages } = await queryClient.fetchInfiniteQuery(search);
      const found = pages[0]?.shoppers ?? [];
      setShoppers(found.slice(0, 5));
      setMessage(found.length === 0 ? 'No account matches. Enter the shopper below.' : undefined);
    } catch (error) {
      setMessage(wordsOf(error));
    }
  }

  async function take({ accountId }: Shopper) {
    try {
      const reading = createQueryOptions(ShopperService.method.getShopper, { accountId }, { transport });
      const { shopper, addresses } = await queryClient.fetchQuery(reading);
      if (!shopper) throw new Error('There is no answer about the account.');
      const address = addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
      onFound({
        fullName: address?.fullName ?? shopper.name,
        email: shopper.email,
        mobileNumber: address?.mobileNumber ?? shopper.mobileNumber,
        deliveryAddress: address?.deliveryAddress ?? '',
        pincode: address?.pincode ?? '',
      });
      setShoppers([]);
      setMessage(`Filled in from the account ${shopper.email}. Ask the shopper whether it is still correct.`);
    } catch (error) {
      setMessage(wordsOf(error));
    }
  }

  return (
    <div className={styles.finder}>
      <label htmlFor={id}>Has an account? Mobile, email or name</label>
      <span>
        <input
          id={id}
          value={text}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void find();
          }}
        />
        <button type="button" className={button.quiet} disabled={!isLong} onClick={() => void find()}>
          Find
        </button>
      </span>
      {message && <p role="status">{message}</p>}
      {shoppers.length > 0 && (
        <ul>
          {shoppers.map((shopper) => (
            <li key={shopper.accountId}>
              <button type="button" className={button.link} onClick={() => void take(shopper)}>
                {shopper.name || shopper.email}, {shopper.mobileNumber || shopper.email}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
