import { Link } from 'react-router';
import button from './button.module.css';

/** An order by its number, which leads to it; by its id where its number could not be told. */
export function OrderName({ orderId, orderNumber }: { orderId: string; orderNumber?: string }) {
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
