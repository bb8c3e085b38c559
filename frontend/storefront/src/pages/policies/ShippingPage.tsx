import { shipping } from '#content/policies/shipping';
import { PolicyView } from './PolicyView';

/** Where, how fast and for how much the shop delivers. */
export default function ShippingPage() {
  return <PolicyView policy={shipping} />;
}
