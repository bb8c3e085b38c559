import { useId, useState } from 'react';
import { wordsOf } from '../../api/errors';
import { shopperQuery, shoppersQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import type { Shopper } from '../../api/types';
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
  const id = useId();
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string>();
  const [shoppers, setShoppers] = useState<readonly Shopper[]>([]);
  if (!mayFind) return null;
  const isLong = text.trim().length >= LEAST_LETTERS;

  async function find() {
    if (!isLong) return;
    try {
      const { pages } = await queryClient.fetchInfiniteQuery(shoppersQuery(text.trim()));
      const found = pages[0]?.shoppers ?? [];
      setShoppers(found.slice(0, 5));
      setMessage(found.length === 0 ? 'No account matches. Enter the shopper below.' : undefined);
    } catch (error) {
      setMessage(wordsOf(error));
    }
  }

  async function take({ id: shopperId }: Shopper) {
    try {
      const { shopper, addresses } = await queryClient.fetchQuery(shopperQuery(shopperId));
      const address = addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
      onFound({
        fullName: address?.fullName ?? shopper.name ?? '',
        email: shopper.email,
        mobileNumber: address?.mobileNumber ?? shopper.mobileNumber ?? '',
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
            <li key={shopper.id}>
              <button type="button" className={button.link} onClick={() => void take(shopper)}>
                {shopper.name ?? shopper.email}, {shopper.mobileNumber ?? shopper.email}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
