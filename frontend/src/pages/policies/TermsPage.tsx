import { terms } from '../../content/policies/terms';
import { PolicyPage } from './PolicyPage';

/** What shop and shopper agree on. */
export default function TermsPage() {
  return <PolicyPage policy={terms} />;
}
