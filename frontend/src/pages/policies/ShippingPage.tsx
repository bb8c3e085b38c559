import { shipping } from '../../content/policies/shipping';
import { PolicyPage } from './PolicyPage';

/** Where, how fast and for how much the shop delivers. */
export default function ShippingPage() {
  return <PolicyPage policy={shipping} />;
}
