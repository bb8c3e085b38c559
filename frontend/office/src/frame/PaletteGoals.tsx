import { Autocomplete } from '@base-ui/react/autocomplete';
import { useQuery as useMethod } from '@connectrpc/connect-query';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type EditedProduct, ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { type Ticket, TicketService } from '#contract/shop/contact/v1/tickets_pb.js';
import { type Shopper, ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { listOrders } from '../api/calls';
import type { Me, Order } from '../api/types';
import { STATES } from '../rules/order_states';
import { may, type Permission } from '../rules/permissions';
import { productIn, wordsOfState } from '../rules/products';
import { ticketStateOf } from '../rules/tickets';
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

/** The shortest search text. */
const LEAST_LETTERS = 3;
const MOST_ORDERS = 5;
const MOST_PRODUCTS = 3;
const MOST_OTHERS = 2;

/** The search results of the command palette, updated while the staff member types. */
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
        aria-label="Page, order, product, message or shopper"
        placeholder="A page, a product, or a number, name, mobile, email…"
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
        {isFinding ? 'Looking…' : goals.length === 0 ? 'Nothing found.' : ''}
      </Autocomplete.Status>
    </Autocomplete.Root>
  );
}

/** Returns pages by name, then the orders, products, messages and shoppers that the gateway finds. */
function useGoals(me: Me, typed: string) {
  const text = typed.trim();
  const settled = useSettled(text);
  const isWanted = (permission: Permission) => settled.length >= LEAST_LETTERS && may(me, permission);
  const orders = useQuery({
    queryKey: ['orders', 'palette', settled],
    queryFn: async () => (await listOrders({ text: settled })).orders.slice(0, MOST_ORDERS).map(orderGoal),
    enabled: isWanted('orders.read'),
  });
  const products = useMethod(
    ProductEditingService.method.listEditedProducts,
    { query: settled },
    {
      select: (found) => found.products.slice(0, MOST_PRODUCTS).map(productGoal),
      enabled: isWanted('products.read'),
    },
  );
  const tickets = useMethod(
    TicketService.method.listTickets,
    { query: settled },
    {
      select: (page) => page.tickets.slice(0, MOST_OTHERS).map(ticketGoal),
      enabled: isWanted('messages.answer'),
    },
  );
  const shoppers = useMethod(
    ShopperService.method.searchShoppers,
    { query: settled },
    {
      select: (page) => page.shoppers.slice(0, MOST_OTHERS).map(shopperGoal),
      enabled: isWanted('shoppers.read'),
    },
  );
  const asked = [orders, products, tickets, shoppers].filter(({ isEnabled }) => isEnabled);
  const found = useDeferredValue(asked.flatMap(({ data = [] }) => data));
  const pages = PLACES.filter(
    ({ label, permission }) =>
      (!permission || may(me, permission)) && label.toLowerCase().includes(text.toLowerCase()),
  );
  const goals: Goal[] = [
    ...pages.map(({ path, label, icon }) => ({ path, label, icon, beside: 'Page' })),
    // Results of an earlier text are left out, so that Enter does not open them.
    ...(text === settled ? found : []),
  ];
  return { goals, isFinding: text !== settled || asked.some(({ isFetching }) => isFetching) };
}

function orderGoal({ orderNumber, fullName, status }: Order): Goal {
  return {
    path: `/orders/${orderNumber}`,
    label: `${orderNumber} · ${fullName}`,
    icon: 'orders',
    beside: STATES[status].label,
  };
}

function productGoal(edited: EditedProduct): Goal {
  const { product, state } = productIn({ product: edited });
  return {
    path: `/products/${product.id}`,
    label: product.productName,
    icon: 'products',
    beside: wordsOfState(state).label,
  };
}

function ticketGoal({ messageId, number, name, state }: Ticket): Goal {
  return {
    path: `/messages/${messageId}`,
    label: `${number} · ${name}`,
    icon: 'messages',
    beside: ticketStateOf(state).label,
  };
}

function shopperGoal({ accountId, name, email }: Shopper): Goal {
  return {
    path: `/shoppers/${accountId}`,
    label: name ? `${name} · ${email}` : email,
    icon: 'shoppers',
    beside: 'Shopper',
  };
}
