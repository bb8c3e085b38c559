import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../ui/Icon';
import styles from './TopBar.module.css';
import { useNewOrders } from './new_orders';

const LIST = '/orders?tab=to-confirm';

/** Refreshes the screen for all staff. Staff who may see orders get a count of new ones and a switch for the sound. */
export function NewOrders({ isShown }: { isShown: boolean }) {
  const { count, look, hasSound, setSound } = useNewOrders(isShown);
  const { pathname, search } = useLocation();
  const isLooking = pathname + search === LIST;

  useEffect(() => {
    if (isLooking && count > 0) look();
  });

  if (!isShown) return null;
  return (
    <div className={styles.news}>
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
        title={hasSound ? 'Turn off the sound for new orders' : 'Turn on the sound for new orders'}
        aria-label="Sound for new orders"
        onClick={() => setSound(!hasSound)}
      >
        <Icon name={hasSound ? 'bell' : 'silent'} />
      </button>
    </div>
  );
}
