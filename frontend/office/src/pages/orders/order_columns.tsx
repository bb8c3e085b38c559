import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { formatPrice, formatTotal } from 'shared/rules/rupees';
import type { Order } from '../../api/types';
import { placedWords } from '../../rules/days';
import { STATES } from '../../rules/order_states';
import { packsInShort } from '../../rules/packs';
import { Chip } from '../../ui/Chip';
import type { Column, features } from '../../ui/DataTable';
import { PaymentMark } from './PaymentMark';
import styles from './orders.module.css';

const helper = createColumnHelper<typeof features, Order>();

/** The columns of the list of orders. */
export const orderColumns = helper.columns([
  helper.display({
    id: 'number',
    header: 'Order',
    meta: { isTight: true },
    cell: ({ row: { original } }) => (
      <Link to={`/orders/${original.orderNumber}`}>{original.orderNumber}</Link>
    ),
  }),
  helper.display({
    id: 'placed',
    header: 'Placed',
    meta: { isTight: true },
    cell: ({ row: { original } }) => (
      <time dateTime={original.placedAt} title={formatMoment(original.placedAt)}>
        {placedWords(original.placedAt)}
      </time>
    ),
  }),
  helper.display({
    id: 'shopper',
    header: 'Shopper',
    cell: ({ row: { original } }) => <span className={styles.short}>{original.fullName}</span>,
  }),
  helper.display({
    id: 'goesTo',
    header: 'Ship to',
    cell: ({ row: { original } }) => (
      <span className={styles.short} title={original.deliveryAddress}>
        {original.pincode} <span className={styles.soft}>{townOf(original.deliveryAddress)}</span>
      </span>
    ),
  }),
  helper.display({
    id: 'packs',
    header: 'Packs',
    cell: ({ row: { original } }) => packsInShort(original.lines),
  }),
  helper.display({
    id: 'total',
    header: '₹',
    meta: { align: 'end', isTight: true },
    cell: ({ row: { original } }) => amount(original.total),
  }),
  helper.display({
    id: 'payment',
    header: 'Payment',
    meta: { isTight: true },
    cell: ({ row: { original } }) => <PaymentMark order={original} />,
  }),
  helper.display({
    id: 'state',
    header: 'State',
    meta: { isTight: true },
    cell: ({ row: { original } }) => {
      const { label, tone } = STATES[original.status];
      return <Chip tone={tone}>{label}</Chip>;
    },
  }),
]) as Column<Order>[];

/** Returns the last part of a typed address, which is usually the town. */
function townOf(address: string): string {
  return address.split(/[,\n]/).at(-1)?.trim() ?? '';
}

/** Formats a sum without the rupee sign, which is in the column's heading. */
function amount(rupees: number): string {
  return (Number.isInteger(rupees) ? formatPrice(rupees) : formatTotal(rupees)).slice(1);
}
