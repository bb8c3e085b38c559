import { Autocomplete } from '@base-ui/react/autocomplete';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { listOrders } from '../api/calls';
import type { Me } from '../api/types';
import { STATES } from '../rules/order_states';
import { may } from '../rules/permissions';
import { Icon, type IconName } from '../ui/Icon';
import styles from './CommandPalette.module.css';
import { PLACES } from './pages';
import { useSettled } from './use_settled';

interface Goal {
  path: string;
  label: string;
  beside: string;
  icon: IconName;
}

/** From fewer letters than these no order is looked for. */
const LEAST_LETTERS = 3;
const MOST_ORDERS = 8;

/** What can be gone to, found while somebody types. */
export default function PaletteGoals({ me, onClose }: { me: Me; onClose: () => void }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { goals, isFinding } = useGoals(me, text);

  useEffect(() => input.current?.focus(), []);

  function go({ path }: Goal) {
    onClose();
    void navigate(path);
  }

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={goals}
      itemToStringValue={({ label }: Goal) => label}
      value={text}
      onValueChange={setText}
    >
      <Autocomplete.Input
        ref={input}
        className={styles.input}
        aria-label="Page or order"
        placeholder="A page, or an order’s number, name, mobile, pincode…"
      />
      <Autocomplete.List className={styles.list} aria-label="Found">
        {(goal: Goal) => (
          <Autocomplete.Item key={goal.path} value={goal} className={styles.goal} onClick={() => go(goal)}>
            <Icon name={goal.icon} />
            <span>{goal.label}</span>
            <small>{goal.beside}</small>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className={styles.status}>
        {isFinding ? 'Looking for orders…' : goals.length === 0 ? 'Nothing found.' : ''}
      </Autocomplete.Status>
    </Autocomplete.Root>
  );
}

/** Pages whose name has the text, then orders that the office finds by it. */
function useGoals(me: Me, typed: string) {
  const text = typed.trim();
  const settled = useSettled(text);
  const isWanted = settled.length >= LEAST_LETTERS && may(me, 'orders.read');
  const orders = useQuery({
    queryKey: ['orders', 'palette', settled],
    queryFn: () => listOrders({ text: settled }),
    enabled: isWanted,
  });
  const found = useDeferredValue(isWanted ? orders.data?.orders : undefined) ?? [];
  const pages = PLACES.filter(
    ({ label, permission }) =>
      (!permission || may(me, permission)) && label.toLowerCase().includes(text.toLowerCase()),
  );
  const goals: Goal[] = [
    ...pages.map(({ path, label, icon }) => ({ path, label, icon, beside: 'Page' })),
    ...found.slice(0, MOST_ORDERS).map(({ orderNumber, fullName, status }) => ({
      path: `/orders/${orderNumber}`,
      label: `${orderNumber} · ${fullName}`,
      icon: 'orders' as const,
      beside: STATES[status].label,
    })),
  ];
  return { goals, isFinding: isWanted && orders.isFetching };
}
