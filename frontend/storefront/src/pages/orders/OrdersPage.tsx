import { useLocation } from 'react-router';
import { pageAt } from '../../page_at';
import { pages } from '../../page_table';
import { OwnOrder } from './OwnOrder';
import { OwnOrders } from './OwnOrders';
import { Track } from './Track';

/** The order pages: tracking by number, the orders of an account, or one order of it. */
export default function OrdersPage() {
  const page = pageAt(useLocation().pathname);
  if (page === pages.account) return <OwnOrders />;
  return page === pages.order ? <OwnOrder /> : <Track />;
}
