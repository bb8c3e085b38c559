import { useLocation } from 'react-router';
import { pageAt } from '../../page_at';
import { pages } from '../../page_table';
import { OwnOrder } from './OwnOrder';
import { OwnOrders } from './OwnOrders';
import { Track } from './Track';

/** Where a shopper follows orders: one by its number and a mobile number, those of an account, or one of these. */
export default function OrdersPage() {
  const page = pageAt(useLocation().pathname);
  if (page === pages.account) return <OwnOrders />;
  return page === pages.order ? <OwnOrder /> : <Track />;
}
