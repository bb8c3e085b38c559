import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../ui/Icon';
import styles from './TopBar.module.css';
import { useNewOrders } from './new_orders';

const LIST = '/orders?tab=to-confirm';

/** How many orders came in while the office was open, and whether they are heard. */
export function NewOrders() {
  const { count, look, hasSound, setSound } = useNewOrders();
  const { pathname, search } = useLocation();
  const isLooking = pathname + search === LIST;

  useEffect(() => {
    if (isLooking && count > 0) look();
  });

  return (
    <>
      <span role="status">
        {count > 0 && (
          <Link className={styles.fresh} to={LIST} onClick={look}>
            {count === 1 ? '1 new order' : `${count} new orders`}
          </Link>
        )}
      </span>
      <button
        type="button"
        className={styles.sound}
        aria-pressed={hasSound}
        title={hasSound ? 'New orders are heard. Turn the sound off' : 'Hear new orders'}
        aria-label="Sound for new orders"
        onClick={() => setSound(!hasSound)}
      >
        <Icon name={hasSound ? 'bell' : 'silent'} />
      </button>
    </>
  );
}
