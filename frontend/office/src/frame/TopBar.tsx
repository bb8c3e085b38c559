import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isoDay } from 'shared/rules/india';
import { formatWeekday } from 'shared/rules/moment';
import type { Me } from '../api/types';
import { may } from '../rules/permissions';
import { searchedAddress, textIn } from '../rules/search_text';
import { Icon } from '../ui/Icon';
import { CommandPalette } from './CommandPalette';
import { KeyboardHelp } from './KeyboardHelp';
import { NewOrders } from './NewOrders';
import styles from './TopBar.module.css';
import { useKeys } from './use_keys';

/** The search for orders, and the keys that work on every page. */
export function TopBar({ me }: { me: Me }) {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'palette' | 'help'>();
  const maySearch = may(me, 'orders.read');
  const text = pathname === '/orders' ? textIn(hash) : '';

  useKeys({
    '/': () => field.current?.focus(),
    'ctrl+k': () => setOpen('palette'),
    '?': () => setOpen('help'),
  });

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    void navigate(searchedAddress('/orders', typed));
  }

  return (
    <header className={styles.bar}>
      {maySearch && (
        <search className={styles.find}>
          <form onSubmit={find}>
            <Icon name="search" />
            <input
              // A new key resets the field to the text of another search.
              key={text}
              ref={field}
              type="search"
              name="text"
              defaultValue={text}
              placeholder="Order, name, mobile, pincode…"
              aria-label="Find orders by number, name, mobile number, email or pincode"
              aria-keyshortcuts="/"
              autoComplete="off"
            />
            <kbd aria-hidden="true">/</kbd>
          </form>
        </search>
      )}
      <button
        type="button"
        className={styles.palette}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen('palette')}
      >
        Go to… <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <NewOrders isShown={maySearch} />
      <span className={styles.day}>{formatWeekday(isoDay())}</span>
      <CommandPalette me={me} open={open === 'palette'} onClose={() => setOpen(undefined)} />
      <KeyboardHelp open={open === 'help'} onClose={() => setOpen(undefined)} />
    </header>
  );
}
