import { Link } from 'react-router';
import button from './button.module.css';

/** A link to an order by its number, or its id if the number is unknown. */
export function OrderName({ orderId, orderNumber }: { orderId: string; orderNumber?: string | undefined }) {
  if (!orderNumber) return <>order {orderId}</>;
  return (
    <>
      order{' '}
      <Link className={button.link} to={`/orders/${orderNumber}`}>
        {orderNumber}
      </Link>
    </>
  );
}
