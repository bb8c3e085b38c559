import { Link } from 'react-router';
import { ProductState } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { useProducts } from '../../api/products';
import { useShop } from '../../session/use_shop';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import styles from './today.module.css';

/** The steps that are left before a new shop takes its first real order. Hidden if there are none. */
export function FirstSteps() {
  const shop = useShop().data?.facts;
  const products = useProducts(ProductState.PUBLISHED, '').data?.pages[0]?.products ?? [];
  const steps = [
    {
      isDone: !shop?.isSample,
      words: 'Enter the details of your business. Until then, invoices are samples.',
      to: '/settings',
    },
    {
      isDone: !shop || shop.upiId !== '' || shop.bankAccount !== undefined,
      words: 'Enter a UPI id or a bank account for shoppers who pay later.',
      to: '/settings',
    },
    {
      isDone: products.every(({ taxClass, hsnCode }) => taxClass !== 'unclassified' || hsnCode),
      words: 'Enter the tax or the HSN code of each product. Without one, it gets no invoice.',
      to: '/products',
    },
  ].filter(({ isDone }) => !isDone);
  if (steps.length === 0) return null;
  return (
    <section className={`${card.card} ${styles.steps}`} aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ul>
        {steps.map(({ words, to }) => (
          <li key={words}>
            <Link className={button.link} to={to}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
